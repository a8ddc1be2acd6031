import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { applyMutant, findMutants } from '../mutants/find-mutants.ts';
import { createTestFinder } from '../mutants/find-related-tests.ts';
import { instrument } from '../mutants/record-calls.ts';

const mutantsOf = (text: string) => findMutants('example.tsx', text).map((mutant) => applyMutant(mutant, text));

test.each([
  ['const a = b === 1;', ['const a = b !== 1;', 'const a = b === 2;']],
  ['if (a) b();', ['if (!(a)) b();']],
  ['a = !b ?? c;', ['a = !b && c;', 'a = b ?? c;']],
  ['a += -1;', ['a -= -1;', 'a += 1;', 'a += -2;']],
  ['for (;;) i++;', ['for (;;) i--;']],
  ["call('text', '');", ["call('', '');", "call('text', 'mutated');"]],
  ['const a = `${b} c`;', ['const a = `${b}`;']],
  ['const a = [b];', ['const a = [];']],
  ['a.some(b);', ['a.every(b);']],
  ['a.toString();', []],
  ['const a = <p title="b">{true}</p>;', ['const a = <p title="b">{false}</p>;']],
])('%s is changed one token at a time', (text, expected) => {
  expect(mutantsOf(text)).toEqual(expected);
});

test.each(["import a from 'b';", "type A = 'b' | 1;", "const a = { 'b': c };", "export * from 'b';", "import('b');"])(
  '%s has no mutant: it would not compile, or change nothing',
  (text) => {
    expect(mutantsOf(text)).toEqual([]);
  },
);

test('a mutant says where it is', () => {
  expect(findMutants('a.ts', 'let a;\na = true;')).toEqual([
    { path: 'a.ts', line: 2, start: 11, end: 15, before: 'true', after: 'false' },
  ]);
});

const root = fileURLToPath(new URL('../..', import.meta.url));

const RECORD = { durationMs: 5, cpuMs: 5, hasFailed: false, atImport: [], calls: [] };

/** Where a function of a file begins. */
const startOf = (path: string, text: string) => readFileSync(join(root, path), 'utf8').indexOf(text);

test('without a record, tests that import a file are related to it', () => {
  const { quick } = createTestFinder(root, [])({ path: 'src/errors/closest-names.ts', start: 0 });
  expect(quick.tests.length).toBeGreaterThan(0);
});

test('a test of all commands is related to what they share', () => {
  const { quick } = createTestFinder(root, [])({ path: 'src/cli/kit/define/evaluation-flags.ts', start: 0 });
  expect(quick.tests).toContain('test/unit/commands/index.test.ts');
});

test('a program that is started by its path has related tests, too', () => {
  const { quick } = createTestFinder(root, [])({ path: 'src/cli/kit/output/jq-worker.ts', start: 0 });
  expect(quick.tests.length).toBeGreaterThan(0);
});

test('tests of a function are those that called it and pass, quick ones first', () => {
  const path = 'src/errors/closest-names.ts';
  const start = startOf(path, 'function editsBetween');
  const called = { atImport: [], calls: [`${path}:${start}`] };
  const records = [
    { ...RECORD, test: 'test/unit/a.test.ts', cpuMs: 5000, ...called },
    { ...RECORD, test: 'test/unit/b.test.ts', durationMs: 5000, ...called },
    { ...RECORD, test: 'test/unit/c.test.ts' },
    { ...RECORD, test: 'test/unit/d.test.ts', hasFailed: true, ...called },
  ];
  const { quick, slow } = createTestFinder(root, records)({ path, start: start + 60 });
  expect([quick.tests, slow.tests]).toEqual([['test/unit/b.test.ts'], ['test/unit/a.test.ts']]);
});

test('slow tests are bounded by their processor time, however long they took', () => {
  const path = 'src/errors/closest-names.ts';
  const start = startOf(path, 'function editsBetween');
  const calls = [`${path}:${start}`];
  const records = ['a', 'b', 'c'].map((name, index) => {
    return { ...RECORD, test: `test/unit/${name}.test.ts`, calls, durationMs: 90_000, cpuMs: 19_000 + index };
  });
  const { slow } = createTestFinder(root, records)({ path, start });
  expect(slow).toEqual({ tests: ['test/unit/a.test.ts', 'test/unit/b.test.ts'], durationMs: 180_000 });
});

test('a function that runs at import may affect every test that imports it', () => {
  const path = 'src/errors/closest-names.ts';
  const start = startOf(path, 'function editsBetween');
  const records = [{ ...RECORD, test: 'test/unit/a.test.ts', atImport: [`${path}:${start}`] }];
  expect(createTestFinder(root, records)({ path, start }).quick.tests.length).toBeGreaterThan(10);
});

test('an instrumented function says that it was called, and still does its work', () => {
  const source = 'const f = (a) => ({ b: () => a }); function g() { return f(1); } globalThis.result = g().b();';
  const context = createContext({ wfCalls: new Set<string>() });
  runInContext(instrument('a.ts', source), context);
  expect([context['result'], [...(context['wfCalls'] as Set<string>)]]).toEqual([1, ['a.ts:35', 'a.ts:10', 'a.ts:23']]);
});
