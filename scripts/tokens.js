// What Quartet costs a model: tokens of o200k_base for the listing of each server and a typical answer of each tool.
// `npm run tokens`; test/e2e/tokens.test.ts keeps the budgets.
import { importTypeScript } from './import-typescript.js';

const { tokenFigures } = await importTypeScript(`export { tokenFigures } from './test/harness/token-figures.ts';`);
const { lists, answers } = await tokenFigures();
const number = (value) => value.toLocaleString('en');

console.log('| tools/list | tokens |\n|---|--:|');
for (const [server, tokens] of lists) console.log(`| ${server} | ${number(tokens)} |`);
console.log('\n| answer | as text | as structure |\n|---|--:|--:|');
for (const { call, text, structure } of answers) console.log(`| ${call} | ${number(text)} | ${number(structure)} |`);
