import { expect, test } from 'vitest';
import { applyMutant, findMutants } from '../mutants/find-mutants.ts';

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
