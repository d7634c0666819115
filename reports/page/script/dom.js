// dom.js - creates elements. No string of this script contains markup.

// Children are elements, strings, or lists of them; null, undefined and false are ignored.
function append(element, children) {
    for (const child of children.flat(Infinity))
        if (child !== null && child !== undefined && child !== false)
            element.append(child);
    return element;
}

// el('p.soft', { id: 'x' }, 'text', …): a tag with its classes, attributes, children.
// An attribute whose value is a function is a listener for the event of its name.
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

// Wraps something wide, so that it scrolls on its own, with the keyboard, too.
const wide = (label, ...children) =>
    el('div.wide', { tabindex: 0, role: 'group', 'aria-label': label }, ...children);

const pre = (label, ...children) =>
    el('pre', { tabindex: 0, role: 'group', 'aria-label': label }, ...children);

// A <details> element whose contents are made when it is first opened.
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

// A <details> element with a text that most readers skip.
const textFold = (name, text) => text
    ? fold('.fold', el('summary', {}, name), () => pre(name, text)) : null;

// A command, broken between its words only: not after the hyphen of an option.
const commandText = (text) => text.split(' ').flatMap((word, i) =>
    [i > 0 && ' ', el('span.word', {}, word)]);

const verdictClass = (verdict) => (VERDICTS.has(verdict) ? verdict : 'none');
const sign = (verdict) => el('span.sign', { 'aria-hidden': 'true' }, VERDICTS.get(verdict).sign);
const badge = (verdict) => el(`span.badge.${verdictClass(verdict)}`, {}, sign(verdict), verdict);

const caseLink = (row, words = row.name) => el('a', { href: `#${row.id}` }, words);
const ruleLink = (report, id) => report.rules.has(id)
    ? el('a.id', { href: `#${anchor('r', id)}` }, id) : el('b.id', {}, id);

// The title of a document, as a link if the document has an address. A section is "name",
// "#anchor" or both.
function sourceLink(source, section = '') {
    const [name, at] = section.split('#');
    const words = name ? `${source.title}, ${name}` : source.title;
    if (!/^https:\/\//.test(source.url || ''))
        return words;
    return el('a.out', { href: source.url.split('#')[0] + (at ? `#${at}`
        : source.url.includes('#') ? `#${source.url.split('#')[1]}` : ''), rel: 'noreferrer' }, words);
}
