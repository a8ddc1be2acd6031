import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { applyMutant, findMutants } from '../mutants/find-mutants.ts';
import { createTestFinder } from '../mutants/find-related-tests.ts';

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

const findTests = createTestFinder(fileURLToPath(new URL('../..', import.meta.url)));

test('the tests of a file come before what imports it from afar', () => {
  const { own, others } = findTests('src/errors/closest-names.ts');
  expect(own).toEqual(['test/unit/errors/closest-names.test.ts']);
  expect(others.length).toBeGreaterThan(0);
});

test('the tests of a folder are those of each file below it, after the file’s own', () => {
  expect(findTests('src/service/variants/queries/variants.ts').own).toEqual(['test/unit/service/variants.test.ts']);
  expect(findTests('src/service/request/idempotency.ts').own).toEqual([
    'test/unit/service/request/idempotency.test.ts',
    'test/unit/service/request.test.ts',
  ]);
});
