import { expect, test } from 'vitest';
import { readPlainConfig } from '../../../src/project/read-plain-config.ts';

const SCAFFOLD = `import { defineConfig } from 'wfkit';

export default defineConfig({
  app: 'support', // the app
  entry: "src/workflow.ts",
});
`;

test.each([
  ['a scaffold', SCAFFOLD, { app: 'support', entry: 'src/workflow.ts' }],
  ['Windows line ends', SCAFFOLD.replaceAll('\n', '\r\n'), { app: 'support', entry: 'src/workflow.ts' }],
  ['no import', 'export default { app: `x` }', { app: 'x' }],
  ['an import of types', "import type { Route } from 'wfkit';\nexport default { app: 'x' };", { app: 'x' }],
  ['CommonJS', "module.exports = { 'app': 'x' };", { app: 'x' }],
  ['numbers', 'export default { a: 0, b: -1.5, c: 2e3, d: [1, 2,], }', { a: 0, b: -1.5, c: 2000, d: [1, 2] }],
  [
    'words',
    'export default { a: true, b: false, c: null, d: { e: {} } }',
    { a: true, b: false, c: null, d: { e: {} } },
  ],
  ['comments anywhere', '/* a */export default /* b */ {// c\n app /* d */ : "x" /* e */ } // f', { app: 'x' }],
  ['an object without settings', 'export default {}', {}],
  ['a word at the end of a list', 'export default { a: [true, null] }', { a: [true, null] }],
  ['20 objects in each other', `export default ${'{ a: '.repeat(19)}{}${' }'.repeat(19)}`, expect.anything()],
  ['20 lists in each other', `export default { a: ${'['.repeat(19)}${']'.repeat(19)} }`, expect.anything()],
  ['a key with a sign within', 'export default { "a$": 1 }', { a$: 1 }],
  ['a comment with code', 'export default { app: "x" /* , app: process.env.APP */ }', { app: 'x' }],
])('a project file with %s is plain data', (_what, text, value) => {
  expect(readPlainConfig(text)).toEqual({ kind: 'plain', value });
});

test.each([
  ['another import', "import './evil.js';\nexport default { app: 'x' };", 1],
  ['an import of another package', "import { defineConfig } from 'wf';\nexport default { app: 'x' };", 1],
  [
    'an import under another name',
    "import { evil as defineConfig } from 'wfkit';\nexport default defineConfig({});",
    1,
  ],
  ['a second statement', "export default { app: 'x' };\nevil();", 2],
  ['a statement before', "evil();\nexport default { app: 'x' };", 1],
  ['a call as a value', 'export default {\n  app: evil(),\n};', 2],
  ['a variable', 'export default {\n  app,\n};', 2],
  ['a substitution', 'export default { app: `${evil()}` };', 1],
  ['an escape', String.raw`export default { app: "\x41" };`, 1],
  ['a sum', "export default { app: 'a' + 'b' };", 1],
  ['a computed key', "export default { [evil()]: 'x' };", 1],
  ['a spread', 'export default { ...evil };', 1],
  ['a getter', "export default { get app() { return 'x' } };", 1],
  ['a method', "export default { app() { return 'x' } };", 1],
  ['an import by data', "export default { $import: './evil.js' };", 1],
  ['a prototype', 'export default { __proto__: {} };', 1],
  ['a quoted prototype', 'export default { "__proto__": {} };', 1],
  ['a key in backquotes', 'export default { `app`: 1 };', 1],
  ['another function', "export default evil({ app: 'x' });", 1],
  ['a call of the result', "export default defineConfig({ app: 'x' })();", 1],
  ['an octal number', 'export default { timeout: 010 };', 1],
  ['a big number', 'export default { timeout: 1n };', 1],
  ['an assertion of a type', "export default { app: 'x' as string };", 1],
  ['a hole', 'export default { a: [,1] };', 1],
  ['21 objects in each other', `export default ${'{ a: '.repeat(20)}{}${' }'.repeat(20)}`, 1],
  ['21 lists in each other', `export default { a: ${'['.repeat(20)}${']'.repeat(20)} }`, 1],
  ['text only', "export default 'x';", 1],
  ['nothing', '', 1],
  ['an open comment', 'export default { /* ', 1],
  ['an open object', 'export default {\n\n', 3],
  ['a hundred thousand brackets', `export default { a: ${'['.repeat(100_000)}`, 1],
])('a project file with %s is code', (_what, text, line) => {
  expect(readPlainConfig(text)).toEqual({ kind: 'code', line });
});
