import { describe, expect, test } from 'vitest';
import {
  flattenParameters,
  hasValue,
  isRouteSection,
  listValues,
  mergeParameters,
  parametersOfRoute,
  sectionOf,
  toAddress,
  withoutValue,
  withValue,
} from '../../../../src/contract/variants/route-parameters.ts';

const PARAMETERS = { prompt: 'all', 'a:b/c': 1, '/summary': { prompt: 'own', words: 5 }, '/': { prompt: 'root' } };

test.each([
  ['/summary', {}, true],
  ['/', { prompt: 'x' }, true],
  ['summary', { prompt: 'x' }, false],
  ['/summary', 'x', false],
  ['/summary', null, false],
  ['/summary', ['x'], false],
])('%j with %j is a section: %j', (key, value, expected) => {
  expect(isRouteSection(key, value)).toBe(expected);
});

describe('parametersOfRoute', () => {
  test("a route's own values win, and no other route's are there", () => {
    expect(parametersOfRoute(PARAMETERS, '/summary')).toEqual({ prompt: 'own', 'a:b/c': 1, words: 5 });
    expect(parametersOfRoute(PARAMETERS, '/')).toEqual({ prompt: 'root', 'a:b/c': 1 });
    expect(parametersOfRoute(PARAMETERS, '/other')).toEqual({ prompt: 'all', 'a:b/c': 1 });
  });

  test('without sections the parameters themselves are returned', () => {
    const flat = { prompt: 'all' };
    expect(parametersOfRoute(flat, '/summary')).toBe(flat);
  });

  test('a name of Object.prototype is no section', () => {
    expect(sectionOf({}, 'constructor')).toEqual({});
    expect(sectionOf({ '/x': {} }, '/toString')).toEqual({});
  });
});

test('values are listed one by one, and by address', () => {
  expect(listValues(PARAMETERS).map(toAddress)).toEqual([
    'prompt',
    'a:b/c',
    '/summary:prompt',
    '/summary:words',
    '/:prompt',
  ]);
  expect(flattenParameters(PARAMETERS)).toEqual({
    prompt: 'all',
    'a:b/c': 1,
    '/summary:prompt': 'own',
    '/summary:words': 5,
    '/:prompt': 'root',
  });
});

test('setting a value leaves the others', () => {
  expect(withValue(PARAMETERS, { route: '/summary', field: 'prompt' }, 'new')).toEqual({
    ...PARAMETERS,
    '/summary': { prompt: 'new', words: 5 },
  });
  expect(withValue({}, { route: null, field: 'prompt' }, 'new')).toEqual({ prompt: 'new' });
});

test('a section goes with its last value', () => {
  const once = withoutValue(PARAMETERS, { route: '/summary', field: 'prompt' });
  expect(once['/summary']).toEqual({ words: 5 });
  expect(withoutValue(once, { route: '/summary', field: 'words' })).toEqual({
    prompt: 'all',
    'a:b/c': 1,
    '/': { prompt: 'root' },
  });
  expect(withoutValue(PARAMETERS, { route: null, field: 'prompt' })).not.toHaveProperty('prompt');
});

test('a value is found only where it is stored', () => {
  expect(hasValue(PARAMETERS, { route: '/summary', field: 'words' })).toBe(true);
  expect(hasValue(PARAMETERS, { route: '/', field: 'words' })).toBe(false);
  expect(hasValue(PARAMETERS, { route: null, field: 'words' })).toBe(false);
});

test('merging keeps the other values of a route', () => {
  expect(mergeParameters(PARAMETERS, { prompt: 'b', '/summary': { prompt: 'c' }, '/new': { x: 1 } })).toEqual({
    prompt: 'b',
    'a:b/c': 1,
    '/summary': { prompt: 'c', words: 5 },
    '/': { prompt: 'root' },
    '/new': { x: 1 },
  });
});
