// dom.js - elements with what is in them. There is no markup in any string of this script.

// Children are elements, strings, or lists of them; null, undefined and false are nothing.
function append(element, children) {
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== false)
            element.append(child);
    return element;
}

// el('p.soft', { id: 'x' }, 'text', …): a tag with its classes, attributes, children.
// An attribute that is a function listens to the event of its name.
function el(what, attributes = {}, ...children) {
    const [tag, ...classes] = what.split('.');
    const element = document.createElement(tag);
    if (classes.length)
        element.className = classes.join(' ');
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === 'function')
            element.addEventListener(name, value);
        else if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value === true ? '' : value);
    }
    return append(element, children);
}

function svg(what, attributes = {}, ...children) {
    const [tag, ...classes] = what.split('.');
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    if (classes.length)
        element.setAttribute('class', classes.join(' '));
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    return append(element, children);
}

// Something wide scrolls by itself, with keys too.
const wide = (label, ...children) =>
    el('div.wide', { tabindex: 0, role: 'group', 'aria-label': label }, ...children);

const pre = (label, ...children) =>
    el('pre', { tabindex: 0, role: 'group', 'aria-label': label }, ...children);

// A fold whose inside is made when it is opened first.
function fold(classes, heading, makeBody) {
    const details = el(`details${classes}`, {}, heading);
    details.fill = () => {
        if (makeBody)
            append(details, [makeBody()]);
        makeBody = null;
    };
    details.addEventListener('toggle', () => details.open && details.fill());
    return details;
}

// A fold with little in it: text that most readers pass over.
const textFold = (name, text) => text
    ? fold('.fold', el('summary', {}, name), () => pre(name, text)) : null;

const verdictClass = (verdict) => (VERDICTS.has(verdict) ? verdict : 'none');
const sign = (verdict) => el('span.sign', { 'aria-hidden': 'true' }, VERDICTS.get(verdict).sign);
const badge = (verdict) => el(`span.badge.${verdictClass(verdict)}`, {}, sign(verdict), verdict);

const caseLink = (row, words = row.name) => el('a', { href: `#${row.id}` }, words);
const ruleLink = (report, id) => report.rules.has(id)
    ? el('a.id', { href: `#${anchor('r', id)}` }, id) : el('b.id', {}, id);

// A document by its title: a link to where it can be read, if it has an address. A section is
// "name", "#anchor" or both.
function sourceLink(source, section = '') {
    const [name, at] = section.split('#');
    const words = name ? `${source.title}, ${name}` : source.title;
    if (!/^https:\/\//.test(source.url || ''))
        return words;
    return el('a.out', { href: source.url.split('#')[0] + (at ? `#${at}`
        : source.url.includes('#') ? `#${source.url.split('#')[1]}` : ''), rel: 'noreferrer' }, words);
}
