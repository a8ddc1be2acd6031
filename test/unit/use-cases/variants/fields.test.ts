import { describe, expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { assignFields, type FieldChanges } from '../../../../src/use-cases/variants/fields/assign-fields.ts';
import { findField } from '../../../../src/use-cases/variants/fields/find-field.ts';

describe('values of fields', () => {
  function route(path: string, properties: Record<string, Record<string, unknown>>): RouteSchema {
    const defaults = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field['default']]));
    return { path, name: path, config: { type: 'object', properties }, input: null, output: null, defaults };
  }

  const TONE = { type: 'string', default: 'plain' };
  const ROUTES = [
    route('/', { prompt: { type: 'string', default: 'a' }, tone: TONE }),
    route('/summary', { prompt: { type: 'integer', default: 1 }, tone: TONE }),
  ];

  function assign(before: Record<string, unknown>, changes: Partial<FieldChanges>) {
    const whole = { parameters: {}, assignments: [], ...changes };
    return assignFields(before, whole, { owner: 'formal', routes: ROUTES });
  }

  test("a value of one route is read by that route's schema, and the others stay", () => {
    const before = { prompt: 'old', '/summary': { other: 1 } };
    expect(assign(before, { assignments: ['/summary:prompt=5', '/:prompt=5', 'tone=warm'] })).toEqual({
      parameters: { prompt: 'old', '/summary': { other: 1, prompt: 5 }, '/': { prompt: '5' }, tone: 'warm' },
      touched: ['/summary', '/', 'tone'],
      warning: null,
    });
  });

  test('a file merges into the values of a route, and --set comes last', () => {
    const before = { '/summary': { prompt: 1, other: 2 } };
    const parameters = { '/summary': { prompt: 3 }, tone: 'dry' };
    expect(assign(before, { parameters, assignments: ['/summary:prompt=4'] }).parameters).toEqual({
      '/summary': { prompt: 4, other: 2 },
      tone: 'dry',
    });
  });

  test.each([
    [['/summary:prompt'], { prompt: 'x' }, ['/summary']],
    [['/summary'], { prompt: 'x' }, ['/summary']],
    [['prompt'], { '/summary': { prompt: 2 } }, ['prompt']],
  ])('%j is unset', (unset, parameters, touched) => {
    expect(assign({ prompt: 'x', '/summary': { prompt: 2 } }, { unset })).toEqual({
      parameters,
      touched,
      warning: null,
    });
  });

  test.each<[Partial<FieldChanges>, string, string]>([
    [
      { unset: ['/:prompt'] },
      'WF_NOT_FOUND',
      'No parameter of formal is called "/:prompt". Available: tone, /summary:tone.',
    ],
    [{ assignments: ['/:prompt=a', '/:prompt=b'] }, 'WF_USAGE', '--set gives "/:prompt" twice.'],
    [
      { assignments: ['/summary:prompt=1'], unset: ['/summary:tone', '/summary:prompt'] },
      'WF_USAGE',
      '"/summary:prompt" is both set and unset.',
    ],
    [{ parameters: { tone: 'x' }, unset: ['tone'] }, 'WF_USAGE', '"tone" is both set and unset.'],
    [
      { assignments: ['tone=warm'] },
      'WF_INVALID_INPUT',
      "--set tone would not reach every route: /summary:tone is stored, and a route's own value wins.",
    ],
  ])('%j is refused', (changes, code, message) => {
    const before = { tone: 'plain', '/summary': { tone: 'dry' } };
    expect(() => assign(before, changes)).toThrow(expect.objectContaining({ code, message }));
  });

  test('all values of routes that win are named, each with its flag', () => {
    const before = { '/': { tone: 'a' }, '/summary': { tone: 'b' } };
    expect(() => assign(before, { assignments: ['tone=warm'] })).toThrow(
      expect.objectContaining({
        message:
          "--set tone would not reach every route: /:tone and /summary:tone are stored, and a route's own value wins.",
        nextSteps: ['Add --unset /:tone', 'Add --unset /summary:tone'],
      }),
    );
  });

  test('several remarks on a file are one text', () => {
    const before = { '/': { tone: 'a' }, '/summary': { tone: 'b' } };
    expect(assign(before, { parameters: { tone: 'x', prompt: 'y' } }).warning).toBe(
      'tone does not apply where a route has its own value: /:tone, /summary:tone. prompt applies to / and /summary, which declare it differently: /:prompt, /summary:prompt.',
    );
  });

  test('a value of all routes is set where those of routes are unset with it', () => {
    const before = { '/summary': { tone: 'dry' } };
    expect(assign(before, { assignments: ['tone=warm'], unset: ['/summary:tone'] }).parameters).toEqual({
      tone: 'warm',
    });
  });

  test('a file may set a value of all routes, and the user reads what it means', () => {
    expect(assign({}, { parameters: { prompt: 'x' } }).warning).toBe(
      'prompt applies to / and /summary, which declare it differently: /:prompt, /summary:prompt.',
    );
    expect(assign({ '/summary': { prompt: 2 } }, { parameters: { prompt: 'x' } }).warning).toBe(
      'prompt does not apply where a route has its own value: /summary:prompt.',
    );
    expect(assign({}, { parameters: { tone: 'x' } }).warning).toBeNull();
  });
});

function route(path: string, properties: Record<string, Record<string, unknown>>): RouteSchema {
  const defaults = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, field['default']]));
  return { path, name: path, config: { type: 'object', properties }, input: null, output: null, defaults };
}

const TEXT = { type: 'string', default: 'a' };
const OTHER = { type: 'string', default: 'b' };
const ROUTES = [
  route('/', { prompt: TEXT, tone: TEXT, 'a:b/c': TEXT }),
  route('/summary', { prompt: OTHER, tone: TEXT, words: TEXT, 'a:b/c': OTHER }),
  route('/v1:x', { prompt: TEXT }),
];

describe('findField', () => {
  test.each([
    ['tone', null, 'tone'],
    ['words', null, 'words'],
    ['/summary:words', null, 'words'],
    ['/:prompt', '/', 'prompt'],
    ['/summary:prompt', '/summary', 'prompt'],
    ['/v1:x:prompt', '/v1:x', 'prompt'],
    ['/:a:b/c', '/', 'a:b/c'],
    ['/summary:a:b/c', '/summary', 'a:b/c'],
    ['something_else', null, 'something_else'],
  ])('%s is found', (name, owner, field) => {
    expect(findField('--set', name, ROUTES)).toMatchObject({ route: owner, field });
  });

  test.each([
    [
      'prompt',
      '/ and /summary and /v1:x declare "prompt" differently. Name the route: /:prompt or /summary:prompt or /v1:x:prompt.',
    ],
    ['a:b/c', '/ and /summary declare "a:b/c" differently. Name the route: /:a:b/c or /summary:a:b/c.'],
    ['promt', '--set has no field "promt" to give a value. Did you mean /:prompt or /summary:prompt or /v1:x:prompt?'],
    ['tune', '--set has no field "tune" to give a value. Did you mean tone?'],
    ['/summary:tone', '/ and /summary declare "tone" alike, so it is one field. Write --set tone=VALUE.'],
    ['/summary:promt', '--set /summary:promt: route /summary has no field "promt". Did you mean /summary:prompt?'],
    [
      '/summary:zzz',
      '--set /summary:zzz: route /summary has no field "zzz". Its fields: /summary:prompt, tone, /summary:a:b/c, words.',
    ],
    ['/sumary:prompt', '--set /sumary:prompt: no route has the path "/sumary". Did you mean /summary:prompt?'],
    ['/sumary:zzz', '--set /sumary:zzz: no route has the path "/sumary". Did you mean /summary?'],
    ['/zzz:zzz', '--set /zzz:zzz: no route has the path "/zzz". Routes: /, /summary, /v1:x.'],
    ['/summary', '--set /summary names a route. Name its field, too: /summary:FIELD=VALUE.'],
  ])('%s is refused', (name, message) => {
    expect(() => findField('--set', name, ROUTES)).toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message }),
    );
  });

  test('each field of a name is a next step', () => {
    expect(() => findField('--set', 'a:b/c', ROUTES)).toThrow(
      expect.objectContaining({ nextSteps: ['--set /:a:b/c=VALUE', '--set /summary:a:b/c=VALUE'] }),
    );
  });

  test('a name that fits two fields is refused', () => {
    const routes = [
      route('/a', { 'b:c': TEXT }),
      route('/z', { 'b:c': OTHER }),
      route('/a:b', { c: TEXT }),
      route('/y', { c: OTHER }),
    ];
    expect(() => findField('--set', '/a:b:c', routes)).toThrow(
      '--set /a:b:c may be a field of /a or of /a:b. Use --params.',
    );
  });

  test('a route that says nothing of its configuration has no field', () => {
    expect(() => findField('--set', '/x:y', [{ ...route('/x', {}), config: null }])).toThrow(
      '--set /x:y: route /x has no field "y". Its fields: none.',
    );
  });

  test('the field of a route is refused where the routes are unknown, and any other name is taken', () => {
    expect(() => findField('--set', '/summary:prompt', [])).toThrow(
      expect.objectContaining({
        code: 'WF_UNSUPPORTED',
        message: "This service lacks schemas of this variant's routes, so it cannot check --set /summary:prompt.",
      }),
    );
    expect(findField('--set', 'a:b/c', [])).toEqual({ route: null, field: 'a:b/c' });
  });
});
