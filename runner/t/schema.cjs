// Holds result files against reports/results.schema.json, strictly: what the schema does
// not name must not be there. node schema.cjs FOLDER-OF-AJV SCHEMA RESULTS...
const fs = require('fs');
const [modules, schemaFile, ...files] = process.argv.slice(2);
const Ajv = require(modules + '/ajv');

const close = (node) => {
    if (node === null || typeof node !== 'object')
        return;
    if (node.properties)
        node.additionalProperties = false;
    Object.values(node).forEach(close);
};
const schema = JSON.parse(fs.readFileSync(schemaFile, 'utf8'));
close(schema);
const valid = new Ajv({ allErrors: false, allowUnionTypes: true }).compile(schema);
for (const file of files) {
    if (!valid(JSON.parse(fs.readFileSync(file, 'utf8')))) {
        console.log(file, JSON.stringify(valid.errors));
        process.exitCode = 1;
    }
}
