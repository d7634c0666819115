// matrix.js - a table of rows and backends, in groups. Contents of groups and rows are made when
// they are opened, so a page of ten thousand results costs only what is looked at.

// One bar with the shares of the verdicts among the cases that apply.
function shareBar(sum) {
    const bar = el('span.share', { 'aria-hidden': 'true' });
    for (const verdict of VERDICTS.keys()) {
        if (!sum.by[verdict] || verdict === 'skip')
            continue;
        const part = el(`i.${verdict}`);
        part.style.flexGrow = sum.by[verdict];
        bar.append(part);
    }
    return bar;
}

// The column heads; they stay in view while the rows scroll.
function columnHeads(report, what) {
    return el('div.row.columns', {}, el('span', {}, what), report.runs.map((run) =>
        el('span.column', { title: run.backend }, run.short, ' ', el('small', {}, run.version))));
}

// A cell. On a narrow page it shows the name of the backend before the verdict.
function cell(run, classes, ...children) {
    return el(`span.cell${classes}`, { 'data-run': run.full },
        children.length ? children : null);
}

// The cell of one result; empty if the case does not apply to this backend.
function resultCell(run, result) {
    if (!result || (result.verdict === 'skip' && !wasNotRun(result) && !lacking(result)))
        return cell(run, '.none');
    if (wasNotRun(result))
        return cell(run, '.skip', sign('skip'), 'not run');
    if (result.verdict === 'skip')
        return cell(run, '.skip.faint', `lacks ${lacking(result)}`);
    return cell(run, `.${verdictClass(result.verdict)}`, sign(result.verdict), result.verdict);
}

// The cell of several results: how many of those that apply are as expected.
function sumCell(run, results) {
    const sum = countUp(results);
    if (sum.applying === 0)
        return cell(run, '.none');
    const good = sum.by.pass || 0;
    const words = sum.broken ? `${sum.broken} of ${sum.applying} broken`
        : good === 0 && sum.by.xfail ? count(sum.by.xfail, 'known failure')
            : `${good} of ${sum.applying}`;
    return cell(run, sum.broken ? '.sum.fail' : '.sum.pass', shareBar(sum),
        el('span', {}, words));
}

const AT_ONCE = 30; // rows that are made at once; the others follow a moment later

class Matrix {
    // Groups are { name, items, note, cells, classes, open }: note(n) returns the text for n items,
    // cells are those of the group's own row. make(item) returns the <details> of an item.
    constructor(groups, make) {
        this.make = make;
        this.rows = new Map(); // item -> its <details>, once it is made
        this.groups = groups.map((group) => ({ ...group, shown: group.items }));
        for (const group of this.groups) {
            group.words = el('small');
            group.body = el('div.rows');
            group.element = fold(`.group${group.classes || ''}`,
                el('summary.row', {}, el('span.name', {}, el('b', {}, group.name), ' ', group.words),
                    group.cells), () => group.body);
            group.element.addEventListener('toggle', () => this.fill(group));
            this.tell(group);
            group.element.open = group.open;
        }
        this.element = el('div', {}, this.groups.map((group) => group.element));
    }

    row(item) {
        if (!this.rows.has(item))
            this.rows.set(item, this.make(item));
        return this.rows.get(item);
    }

    tell(group) {
        const all = group.items.length, some = group.shown.length;
        group.words.textContent = (some < all ? `${some} of ` : '') + group.note(all);
    }

    // Only an open group has its rows in the page. Rows below the window are added a moment later,
    // unless a link leads to one of them.
    fill(group, atOnce = AT_ONCE) {
        const { shown } = group;
        if (!group.element.open || (group.filled === shown && atOnce === AT_ONCE))
            return;
        const add = (items) => group.body.append(...items.map((item) => this.row(item)));
        group.filled = shown;
        group.body.replaceChildren();
        add(shown.slice(0, atOnce));
        if (shown.length > atOnce)
            setTimeout(() => group.filled === shown && group.body.childElementCount === atOnce &&
                add(shown.slice(atOnce)));
    }

    // Shows only the items that fit; all if `fits` is null. Groups open if few enough are left.
    filter(fits, openMost) {
        const shown = this.groups.map((group) => (fits ? group.items.filter(fits) : group.items));
        const total = shown.reduce((sum, items) => sum + items.length, 0);
        this.groups.forEach((group, i) => {
            group.shown = shown[i];
            group.element.hidden = Boolean(fits) && shown[i].length === 0;
            group.element.open = fits && total <= openMost ? shown[i].length > 0
                : Boolean(group.open);
            this.tell(group);
            this.fill(group);
            if (group.element.open)
                group.element.fill();
        });
        return total;
    }

    // Opens the item's row, even if a filter hides it.
    reveal(item) {
        const group = this.groups.find((g) => g.items.includes(item));
        if (!group)
            return null;
        if (!group.shown.includes(item))
            group.shown = group.items;
        group.element.hidden = false;
        group.element.open = true;
        group.element.fill();
        this.fill(group, Infinity);
        const row = this.row(item);
        row.open = true;
        row.fill();
        return row;
    }
}
