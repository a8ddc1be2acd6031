import { expect, test } from 'vitest';
import { addToManifest, type Addition } from '../../../../src/use-cases/scaffold/add-to-manifest.ts';

const ADDITIONS: readonly Addition[] = [
  { path: ['scripts', 'wf:dev'], value: 'wf dev' },
  { path: ['dependencies', 'wfkit'], value: '1.2.3' },
];

test('only lines are added, with the indentation of the file, and dependencies stay sorted', () => {
  const text = `{
\t"name": "shop",
\t"scripts": {
\t\t"test": "vitest",
\t\t"build": "tsc"
\t},
\t"dependencies": {
\t\t"express": "5.0.0",
\t\t"zod": "4.0.0"
\t}
}
`;
  expect(addToManifest(text, ADDITIONS)).toBe(`{
\t"name": "shop",
\t"scripts": {
\t\t"test": "vitest",
\t\t"build": "tsc",
\t\t"wf:dev": "wf dev"
\t},
\t"dependencies": {
\t\t"express": "5.0.0",
\t\t"wfkit": "1.2.3",
\t\t"zod": "4.0.0"
\t}
}
`);
});

test('sections that are missing are added, with the line ends of the file', () => {
  expect(addToManifest('{\r\n    "name": "shop"\r\n}\r\n', ADDITIONS)).toBe(
    '{\r\n    "name": "shop",\r\n    "scripts": {\r\n        "wf:dev": "wf dev"\r\n    },\r\n    "dependencies": {\r\n        "wfkit": "1.2.3"\r\n    }\r\n}\r\n',
  );
});

test('a file on one line without an end gets two spaces and no end', () => {
  expect(addToManifest('{"name":"shop"}', ADDITIONS.slice(1))).toBe(
    '{\n  "name": "shop",\n  "dependencies": {\n    "wfkit": "1.2.3"\n  }\n}',
  );
});

test('without additions, nothing changes', () => {
  expect(addToManifest('{ "name":"shop" }', [])).toBe('{ "name":"shop" }');
});
