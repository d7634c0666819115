// rules.js - the matrix of rules and backends, and the list of documents with their rules.

function ruleBody(report, rule) {
    const remark = (name, text) => text && el('p', {}, el('span.soft', {}, `${name} `), text);
    const proofs = report.proofs.get(rule.id);
    return el('div.body', {},
        el('p', {}, el('span.soft', {}, 'stated in '), rule.sources.map((id, i) => [i > 0 && ', ',
            sourceLink(report.sources.get(id) || { title: id }, rule.sections?.[i]), ' ',
            el('a.soft', { href: `#${anchor('d', id)}`, 'aria-label': `rules of ${id}` }, '↓')])),
        remark('versions', rule.profiles), remark('note', rule.note),
        remark('not tested', rule.informative),
        proofs.length > 0 && el('p.proofs', {}, el('span.soft', {}, 'proved by '),
            proofs.map((row) => [caseLink(row), ' '])));
}

function ruleRow(report, rule) {
    const proofs = report.proofs.get(rule.id);
    const about = [rule.level, rule.layer, rule.linux && 'Linux', proofs.length > 0
        ? count(proofs.length, 'case') : rule.informative ? 'no run can show it' : 'no case here'];
    const details = fold('.rule', el('summary.row', {},
        el('span.name', {}, el('b.id', {}, rule.id), ' ', oneLine(rule.says), ' ',
            el('small', {}, about.filter(Boolean).join(', '))),
        report.runs.map((run, i) => sumCell(run, proofs.map((row) => row.cells[i]).filter(Boolean)))),
    () => ruleBody(report, rule));
    details.id = anchor('r', rule.id);
    return details;
}

function drawRules(report) {
    const rules = [...report.rules.values()];
    const proved = rules.filter((rule) => report.proofs.get(rule.id).length > 0);
    const silent = rules.filter((rule) => rule.informative && !proved.includes(rule));
    const groups = [...Map.groupBy(rules, (rule) => rule.id.replace(/-\d+$/, ''))]
        .map(([name, items]) => {
            const rows = [...new Set(items.flatMap((rule) => report.proofs.get(rule.id)))];
            return { name, items, note: (n) => count(n, 'rule'), open: false,
                cells: report.runs.map((run, i) =>
                    sumCell(run, rows.map((row) => row.cells[i]).filter(Boolean))) };
        });
    const matrix = new Matrix(groups, (rule) => ruleRow(report, rule));
    const section = el('section.matrix', { id: 'rules' }, el('h2', {}, 'Rules'),
        el('p.soft', {}, `${proved.length} of ${count(rules.length, 'rule')} have a case in this report` +
            (silent.length ? `; ${silent.length} say what no run can show` : '') + '.'),
        columnHeads(report, 'rule'), matrix.element);
    return { matrix, section };
}

// ---- documents ----

function documentRow(report, source, cited) {
    const proved = cited.filter((rule) => report.proofs.get(rule.id).length > 0);
    const silent = cited.filter((rule) => rule.informative && !proved.includes(rule));
    const details = fold('.document', el('summary.row', {},
        el('span.name', {}, source.title, ' ', el('small', {}, source.id, source.code && ', code')),
        el('span.coverage', {}, silent.length > 0 && el('small', {}, `${silent.length} cannot be shown `),
            el('span', {}, `${proved.length} of ${count(cited.length, 'rule')}`))),
    () => el('div.body', {}, source.url && el('p', {}, sourceLink({ ...source, title: source.url })),
        el('p', {}, cited.map((rule) => [el(`a.id${proved.includes(rule) ? '' : '.unproved'}`,
            { href: `#${anchor('r', rule.id)}` }, rule.id), ' ']))));
    details.id = anchor('d', source.id);
    return details;
}

function drawDocuments(report) {
    const cited = new Map([...report.sources.keys()].map((id) => [id, []]));
    for (const rule of report.rules.values())
        for (const id of rule.sources)
            cited.get(id)?.push(rule);
    return el('section', { id: 'documents' }, el('h2', {}, 'Documents'),
        [...report.sources.values()].map((source) => documentRow(report, source, cited.get(source.id))));
}
