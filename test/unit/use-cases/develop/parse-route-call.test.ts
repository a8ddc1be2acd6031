import { expect, test } from 'vitest';
import type { RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { parseRouteCall, toRoutePath } from '../../../../src/use-cases/develop/parse-route-call.ts';

const ROUTE: RouteSchema = {
  path: '/summarise',
  name: 'summarise',
  config: { type: 'object', properties: { words: { type: 'integer' }, tone: { type: 'string' } } },
  input: { type: 'object', properties: { text: { type: 'string' }, top: { type: 'integer' } } },
  output: null,
  defaults: {},
};

test('each value is parsed by the schema of the route', () => {
  const words = {
    inputs: ['text=123', 'top=3'],
    inputFile: { text: 'from file', extra: true },
    config: ['words=80', 'tone=1'],
  };
  expect(parseRouteCall(words, ROUTE)).toEqual({
    inputs: { text: '123', top: 3, extra: true },
    config: { words: 80, tone: '1' },
  });
});

test('without a schema, a value is parsed by its form', () => {
  expect(parseRouteCall({ inputs: ['a=1'], inputFile: {}, config: [] }, undefined)).toEqual({
    inputs: { a: 1 },
    config: {},
  });
});

test('an input that looks like another is refused, unless the schema allows more', () => {
  const parse = (additionalProperties: unknown) => {
    const input = { ...ROUTE.input, additionalProperties } as RouteSchema['input'];
    return parseRouteCall({ inputs: ['texd=1'], inputFile: {}, config: [] }, { ...ROUTE, input });
  };
  expect(parse({}).inputs).toEqual({ texd: 1 });
  expect(parse(true).inputs).toEqual({ texd: 1 });
  for (const closed of [false, undefined])
    expect(() => parse(closed)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('Did you mean text?') }),
    );
});

test('a malformed value for a configuration that does not exist is refused as such', () => {
  const call = { inputs: [], inputFile: {}, config: ['words'] };
  expect(() => parseRouteCall(call, { ...ROUTE, config: null })).toThrow('--config "words" has no "="');
});

test.each([
  [{ inputs: ['text'], inputFile: {}, config: [] }, '--input "text" has no "="'],
  [{ inputs: [], inputFile: {}, config: ['=1'] }, '--config "=1" has no key'],
])('%j is rejected with the flag', (words, message) => {
  expect(() => parseRouteCall(words, ROUTE)).toThrow(
    expect.objectContaining({ code: 'WF_USAGE', message: expect.stringContaining(message) }),
  );
});

test('a route without a configuration refuses values for one', () => {
  const call = { inputs: [], inputFile: {}, config: ['modle=3', 'x=1'] };
  const refused = expect.objectContaining({
    code: 'WF_INVALID_INPUT',
    message: '--config gives "modle", but the route /summarise has no configuration.',
    nextSteps: ["wf routes, in the project's folder"],
  });
  expect(() => parseRouteCall(call, { ...ROUTE, config: null })).toThrow(refused);
  expect(() => parseRouteCall(call, { ...ROUTE, config: { type: 'object' } })).toThrow(refused);
  expect(parseRouteCall({ ...call, config: [] }, { ...ROUTE, config: null })).toEqual({ inputs: {}, config: {} });
  expect(parseRouteCall({ ...call, config: ['modle=3'] }, undefined)).toEqual({ inputs: {}, config: { modle: 3 } });
});

test.each([
  ['/', '/'],
  ['', '/'],
  ['summarise', '/summarise'],
  ['/summarise/', '/summarise'],
  ['a/b', '/a/b'],
])('%j is the route %s', (typed, path) => {
  expect(toRoutePath(typed)).toBe(path);
});
