import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { ConfigManager } from '../../../../src/sdk/context/config-manager.ts';
import { createRoute, entrypoint, type ErasedRouteOptions, route } from '../../../../src/sdk/routes/route.ts';
import { isRoute, requireRoutePath } from '../../../../src/sdk/routes/route-definition.ts';

const Shortening = configSchema({ words: z.int().gte(1).lte(100).default(2), tone: z.string().default('plain') });
const shorten = route('/shorten', { config: Shortening, input: z.object({ text: z.string() }) }, ({ config, input }) =>
  input.text.split(' ').slice(0, config.words).join(' '),
);

/** Passes what TypeScript would reject, as JavaScript code could. */
function define(options: unknown, path = '/x', handler: unknown = () => null): () => unknown {
  return () => createRoute(path, options as ErasedRouteOptions, handler as () => unknown);
}

describe('a route', () => {
  test('keeps its path, schemas and handler', () => {
    const input = z.object({ text: z.string() });
    const made = route('/x/', { config: Shortening, input }, () => null);
    expect(made).toMatchObject({ path: '/x', config: Shortening, input, output: undefined });
    expect(isRoute(made)).toBe(true);
  });

  test('a route of another copy of the SDK is a route', () => {
    expect(isRoute({ [Symbol.for('wf.route')]: true, path: '/x' })).toBe(true);
    expect(isRoute({ path: '/x' })).toBe(false);
    expect(isRoute(null)).toBe(false);
  });

  test.each([
    [
      'a bad path',
      define({}, 'x'),
      'Route "x": this is not a valid HTTP path: it does not start with a slash. Write a path like \'/summarise\'.',
    ],
    [
      'no handler',
      define({}, '/x', 5),
      'Route /x: the handler is number; expected a function. Write route(path, options, handler).',
    ],
    [
      'a configuration that is no object',
      define({ config: z.string() }),
      'Route /x, configuration: this is not a configuration schema',
    ],
    [
      'a configuration of another library',
      define({ config: { parse() {} } }),
      'Route /x, configuration: this is not a configuration schema',
    ],
    [
      'a refined configuration',
      define({ config: z.object({}).refine(() => true) }),
      'Route /x, configuration: the whole schema has a check. Use only constraints of single fields.',
    ],
    [
      'a field without a default',
      define({ config: z.object({ n: z.int() }) }),
      'Route /x, configuration field "n" has no default. End it with .default(...); the playground shows this value first.',
    ],
    [
      'a default out of bounds',
      define({ config: z.object({ n: z.int().lte(1).default(5) }) }),
      'Route /x, configuration field "n" has the default 5, which is no integer <= 1. Move the default into the bounds, or widen them.',
    ],
    [
      'an input that is no object',
      define({ input: z.string() }),
      'Route /x: the input schema is not a zod object. Write it as z.object({ ... }).',
    ],
    [
      'a shared name',
      define({ config: Shortening, input: z.object({ words: z.int() }) }),
      'Route /x: "words" is a configuration field and an input field. A call sends both in one object: rename one.',
    ],
    [
      'a reserved input',
      define({ input: z.object({ environment: z.string() }) }),
      'Route /x: the input field "environment" has a name that is reserved in the body of a call (ag_config, environment, config, app). Rename it.',
    ],
    [
      'a reserved configuration field',
      define({ config: configSchema({ ag_config: z.string().default('') }) }),
      'Route /x: the configuration field "ag_config" has the name of the nested configuration in the body of a call. Rename it.',
    ],
  ])('rejects %s, naming the route', (_what, make, problem) => {
    expect(make).toThrow(problem);
    expect(make).toThrow(expect.objectContaining({ code: 'WF_WORKFLOW_INVALID' }));
  });

  test('an input may have the name of an inherited property', async () => {
    const made = route(
      '/x',
      { config: Shortening, input: z.object({ constructor: z.string() }) },
      ({ input }) => input,
    );
    expect(await made.invoke({ input: { constructor: 'a' } })).toEqual({ constructor: 'a' });
  });
});

describe('calling a route in code', () => {
  test('fills in defaults', async () => {
    expect(await shorten.invoke({ input: { text: 'one two three' } })).toBe('one two');
  });

  test('accepts a configuration', async () => {
    expect(await shorten.invoke({ input: { text: 'one two three' }, config: { words: 1 } })).toBe('one');
  });

  test('rejects invalid values with all their locations', async () => {
    const calling = shorten.invoke({ input: {} as { text: string }, config: { words: 0, tome: 'x' } as object });
    await expect(calling).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      details: [
        { loc: ['config', 'words'], type: 'greater_than_equal' },
        { loc: ['config', 'tome'], type: 'extra_forbidden' },
        { loc: ['input', 'text'], type: 'missing' },
      ],
    });
  });

  test('enters the routing context', async () => {
    const deep = route('/x', { config: Shortening }, async () => await ConfigManager.getFromRoute());
    expect(await deep.invoke({ config: { words: 9 } })).toEqual({ words: 9, tone: 'plain' });
  });

  test('configuration and input are open without schemas', async () => {
    const open = route('/x', {}, ({ config, input }) => ({ config, input }));
    expect(await open.invoke({ config: { a: 1 }, input: { b: 2 } })).toEqual({ config: { a: 1 }, input: { b: 2 } });
    expect(await open.invoke()).toEqual({ config: {}, input: {} });
  });

  test('passes on the signal', async () => {
    const { signal } = new AbortController();
    const made = route('/x', {}, (call) => call.signal);
    expect(await made.invoke({ signal })).toBe(signal);
    expect(await made.invoke()).toMatchObject({ aborted: false });
  });

  test('returns the answer as parsed by the output schema', async () => {
    const output = z.object({ size: z.int(), unit: z.string().default('words') });
    const fine = route('/x', { output }, ({ input }) => ({ size: Object.keys(input).length }));
    expect(await fine.invoke({ input: { a: 1 } })).toEqual({ size: 1, unit: 'words' });
    const wrong = route('/x', { output }, () => ({ size: 0.5 }));
    await expect(wrong.invoke()).rejects.toMatchObject({
      code: 'WF_ROUTE_FAILED',
      message: 'The answer of route /x does not match its output schema: output.size: Input should be a valid integer.',
    });
  });

  test('a stream stays a stream, inside the routing context', async () => {
    const streamed = route('/x', { config: Shortening }, async function* () {
      yield (await ConfigManager.getFromRoute(Shortening)).words;
      await Promise.resolve();
      yield (await ConfigManager.getFromRoute(Shortening)).words;
    });
    const items: number[] = [];
    for await (const item of await streamed.invoke({ config: { words: 4 } })) items.push(item);
    expect(items).toEqual([4, 4]);
  });

  test('a stream with an output schema is collected and checked', async () => {
    const streamed = route('/x', { output: z.string() }, async function* () {
      yield 'one ';
      yield 'two';
    });
    expect(await streamed.invoke()).toBe('one two');
  });

  test('stopping a stream early ends the generator', async () => {
    let isEnded = false;
    const streamed = route('/x', {}, async function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        isEnded = true;
      }
    });
    for await (const item of await streamed.invoke()) {
      expect(item).toBe(1);
      break;
    }
    expect(isEnded).toBe(true);
  });

  test('awaits asynchronous refinements', async () => {
    const input = z.object({
      text: z.string().refine(async (text) => text !== 'bad', 'Not this one'),
    });
    const made = route('/x', { input }, (call) => call.input.text);
    expect(await made.invoke({ input: { text: 'good' } })).toBe('good');
    await expect(made.invoke({ input: { text: 'bad' } })).rejects.toThrow(
      expect.objectContaining({ message: 'Route /x rejects this call. input.text: Not this one.' }),
    );
  });
});

describe('the entry point', () => {
  test('is the route at /', async () => {
    const made = entrypoint({ config: Shortening }, async ({ config }) => config.tone);
    expect(made.path).toBe('/');
    expect(await made.invoke()).toBe('plain');
  });

  test('applies the rules of routes', () => {
    const config = z.object({ n: z.int().lte(1).default(5) });
    expect(() => entrypoint({ config }, () => null)).toThrow(
      expect.objectContaining({
        message:
          'Route /, configuration field "n" has the default 5, which is no integer <= 1. Move the default into the bounds, or widen them.',
      }),
    );
  });
});

test.each([
  ['/', '/'],
  ['/summarise', '/summarise'],
  ['/summarise/', '/summarise'],
  ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ["/a!$&'()*+,;=:@b", "/a!$&'()*+,;=:@b"],
])('%s is served as %s', (path, served) => {
  expect(requireRoutePath(path)).toBe(served);
});

const CHARACTERS = 'Use letters, digits, "-", "_" and "/".';

test.each([
  ['summarise', 'it does not start with a slash', "Write a path like '/summarise'."],
  ['', 'it does not start with a slash', "Write a path like '/summarise'."],
  [undefined, 'it does not start with a slash', "Write a path like '/summarise'."],
  ['/a//b', 'it has two slashes in a row', 'Remove one.'],
  ['//', 'it has two slashes in a row', 'Remove one.'],
  ['/a/../b', 'the segment ".." is not allowed', 'Remove it.'],
  ['/./a', 'the segment "." is not allowed', 'Remove it.'],
  ['/%2e%2E/a', 'the segment "%2e%2E" is not allowed', 'Remove it.'],
  ['/a b', 'it contains white space', CHARACTERS],
  ['/a\n', 'it contains white space', CHARACTERS],
  ['/a?b', 'it contains "?"', CHARACTERS],
  ['/a#b', 'it contains "#"', CHARACTERS],
  ['/{id}', 'it contains "{"', CHARACTERS],
  ['/café', 'it contains "é"', CHARACTERS],
  ['/100%', 'it contains "%"', CHARACTERS],
  ['/a\\b', String.raw`it contains "\\"`, CHARACTERS],
])('%j is rejected: %s', (path, problem, remedy) => {
  const message = `Route ${JSON.stringify(path)}: this is not a valid HTTP path: ${problem}. ${remedy}`;
  expect(() => requireRoutePath(path)).toThrow(
    expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }) as Error,
  );
});
