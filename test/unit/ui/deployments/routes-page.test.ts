import { expect, test } from 'vitest';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { routesPage } from '../../../../src/ui/deployments/routes-page.ts';
import { displayOf, outlineOf } from '../fixtures.ts';

test('each configuration field shows its type, default and constraints', () => {
  const properties = {
    prompt: { type: 'string', 'x-parameter': 'text', default: 'Summarise' },
    words: { type: 'integer', 'x-parameter': 'int', default: 50, minimum: 10, maximum: 200 },
    heat: { type: 'number', 'x-parameter': 'float', default: 0.7, minimum: 0, exclusiveMaximum: 2 },
    seed: { type: 'integer', 'x-parameter': 'int', default: 1, minimum: -9007199254740991 },
    tone: { type: 'string', 'x-parameter': 'choice', default: 'plain', enum: ['plain', 'formal'] },
  };
  const route = {
    path: '/',
    name: 'default',
    config: { type: 'object', properties },
    input: null,
    output: null,
    defaults: {},
  };
  expect(drawPage(routesPage([route]), displayOf({ columns: 80, rows: 40 }))).toBe(
    [
      'route  export   config                           input',
      '/      default  prompt, words, heat, seed, tone  any',
      '',
      'route  field   type    allowed        default',
      '/      prompt  text    -              "Summarise"',
      '/      words   int     ≥ 10, ≤ 200    50',
      '/      heat    float   ≥ 0, < 2       0.7',
      '/      seed    int     -              1',
      '/      tone    choice  plain, formal  "plain"',
    ].join('\n'),
  );
});

test('without fields there is one table, and without routes it says how to export one', () => {
  const route = { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} };
  expect(outlineOf(routesPage([route]))).toEqual([
    'table',
    '  route | text | 0',
    '  export | text | 3',
    '  config | text | 2',
    '  input | text | 1',
    '  "/", "default", "", "any"',
    '  No routes. Export one from the entry: export const answer = route("/answer", { ... })',
  ]);
  expect(outlineOf(routesPage([])).at(-1)).toBe(
    '  No routes. Export one from the entry: export const answer = route("/answer", { ... })',
  );
});
