import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPlainConfig } from '../../src/project/read-plain-config.ts';

/** What JavaScript makes of a module: its default export, copied out of the other context. */
function evaluate(text: string): unknown {
  const script = text.replace('export default', 'exported =');
  return JSON.parse(
    runInNewContext(
      `let exported; const defineConfig = (config) => config; ${script}\n;JSON.stringify(exported)`,
    ) as string,
  );
}

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie('any'), { maxKeys: 3 }),
  ),
})).any;

test('settings written as JSON mean what they mean in JSON, or are called code', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), value), (settings) => {
      const text = JSON.stringify(settings);
      const read = readPlainConfig(`export default defineConfig(${text});`);
      if (!/\\|__proto__|"\$/.test(text)) expect(read.kind).toBe('plain');
      if (read.kind === 'plain') expect(JSON.parse(JSON.stringify(read.value))).toEqual(JSON.parse(text));
    }),
  );
});

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ',',
  ':',
  ';',
  '+',
  '-',
  '.',
  '=',
  '`',
  '"',
  "'",
  '\\',
  '$',
  '${',
  '//',
  '/*',
  '*/',
  '\n',

  'app',
  'a',
  'b',
  'true',
  'null',
  'undefined',
  'get',
  'async',
  '0',
  '1',
  '01',
  '1.5',
  '2e3',
  '1_0',
  '1n',
  "'x'",
  '"y"',

  '`z`',
  '\u2028',
  '\uFEFF',
  ' ',
  '<!--',
  '-->',
  '#',
  '@',
  '...',
  '=>',
  '/x/',
  'defineConfig',
  'as',
  'const',
  '?',
  '!',
];

test('what is read from any text is what running it gives', () => {
  let plain = 0;
  const check = (before: string, tokens: readonly string[], after: string) => {
    const text = `export default ${before}${tokens.join('')}${after}`;
    const read = readPlainConfig(text);
    if (read.kind === 'code') return;
    plain += 1;
    expect(JSON.parse(JSON.stringify(read.value)), text).toEqual(evaluate(text));
  };
  const tokens = fc.array(fc.constantFrom(...TOKENS), { maxLength: 6 });
  fc.assert(
    fc.property(tokens, tokens, (first, second) => {
      check('{', first, '}');
      check('{ a: ', first, ', b: 1 }');
      check("defineConfig({ a: 'x'", first, '})');
      check('{ a: 1, ', [...first, ':', ...second], '}');
      check('{ a: [', [...first, '1', ...second], '] }');
      check('{ a: 1 }', first, '');
    }),
    { numRuns: 4000 },
  );
  // Otherwise the property would hold for a reader that calls everything code.
  expect(plain).toBeGreaterThan(100);
});
