import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { startHttpServer } from '../../../helpers/start-http-server.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { ConfigManager } from '../../../../src/sdk/context/config-manager.ts';
import {
  type ConfigurationReference,
  currentRoutingContext,
  recordUsage,
  routingContextManager,
  type RoutingInformation,
  routingStorage,
  type Usage,
} from '../../../../src/sdk/context/routing-context.ts';

const Search = configSchema({ matches: z.int().gte(1).lte(20).default(5), index: z.string().default('main') });

/** A registry that records its requests. */
function fakeRegistry(parameters: Record<string, unknown> = { matches: 7, other: true }) {
  const asked: ConfigurationReference[] = [];
  const configurations = async (reference: ConfigurationReference) => {
    asked.push(reference);
    return parameters;
  };
  return { asked, configurations };
}

describe('getFromRoute()', () => {
  test('returns the configuration of the context as a plain record', async () => {
    const read = () => ConfigManager.getFromRoute();
    expect(await routingContextManager({ config: { matches: 3, other: true } }, read)).toEqual({
      matches: 3,
      other: true,
    });
  });

  test('checks a configuration by a schema, fills in defaults and drops unknown fields', async () => {
    const read = () => ConfigManager.getFromRoute(Search);
    expect(await routingContextManager({ config: { matches: 3, other: true } }, read)).toEqual({
      matches: 3,
      index: 'main',
    });
  });

  test("the running route's own values win, also where they are fetched for another context", async () => {
    const { configurations } = fakeRegistry({ matches: 7, '/a': { matches: 2 }, '/b': { matches: 4 } });
    const read = () => routingContextManager({ variant: { slug: 'formal' } }, () => ConfigManager.getFromRoute());
    expect(await routingStorage().run({ configurations, route: '/a' }, read)).toEqual({ matches: 2 });
    expect(await routingStorage().run({ configurations, route: '/c' }, read)).toEqual({ matches: 7 });
  });

  test('works at any depth', async () => {
    const three = async () => (await ConfigManager.getFromRoute(Search)).matches;
    const two = async () => await Promise.all([three(), three()]);
    const one = async () => await new Promise((resolve) => setImmediate(() => resolve(two())));
    expect(await routingContextManager({ config: { matches: 3 } }, one)).toEqual([3, 3]);
  });

  test('concurrent calls get separate configurations', async () => {
    const read = async () => (await ConfigManager.getFromRoute(Search)).matches;
    const calls = [1, 2, 3].map((matches) => routingContextManager({ config: { matches } }, read));
    expect(await Promise.all(calls)).toEqual([1, 2, 3]);
  });

  test('asks the registry for an empty configuration', async () => {
    const { asked, configurations } = fakeRegistry();
    const information = { config: {}, variant: { slug: 'formal' } };
    const read = () => routingContextManager(information, () => ConfigManager.getFromRoute(Search));
    expect(await routingStorage().run({ configurations }, read)).toEqual({ matches: 7, index: 'main' });
    expect(asked).toEqual([{ application: null, variant: 'formal', environment: null }]);
  });

  test('does not ask twice when the registry has an empty configuration', async () => {
    const { asked, configurations } = fakeRegistry();
    const read = () => ConfigManager.getFromRoute();
    expect(await routingStorage().run({ config: {}, isFetched: true, configurations }, read)).toEqual({});
    expect(asked).toEqual([]);
  });

  test('accepts an empty configuration without a registry', async () => {
    expect(await routingContextManager({ config: {} }, () => ConfigManager.getFromRoute(Search))).toEqual({
      matches: 5,
      index: 'main',
    });
  });

  test('returns a copy', async () => {
    const config = { matches: 3 };
    await routingContextManager({ config }, async () => {
      (await ConfigManager.getFromRoute())['matches'] = 9;
    });
    expect(config).toEqual({ matches: 3 });
  });

  test('rejects an invalid configuration with all violations', async () => {
    const config = { matches: 99, index: 5 };
    const reading = routingContextManager({ config }, () => ConfigManager.getFromRoute(Search));
    await expect(reading).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message:
        'The configuration of this call does not fit the schema passed to getFromRoute(). matches: Input should be less than or equal to 20; index: Input should be a valid string.',
      details: [
        { loc: ['config', 'matches'], type: 'less_than_equal' },
        { loc: ['config', 'index'], type: 'string_type' },
      ],
    });
  });

  test('rejects a schema that breaks the rules', async () => {
    const schema = z.object({ matches: z.int().lte(1).default(5) });
    const reading = routingContextManager({ config: {} }, () => ConfigManager.getFromRoute(schema));
    await expect(reading).rejects.toThrow(
      expect.objectContaining({
        message:
          'Configuration field "matches" has the default 5, which is no integer <= 1. Move the default into the bounds, or widen them.',
      }),
    );
  });

  test('fails outside a route call', async () => {
    await expect(ConfigManager.getFromRoute()).rejects.toMatchObject({
      code: 'WF_USAGE',
      message:
        'ConfigManager.getFromRoute() found no configuration: it was called outside a route call, or no registry is available.',
      nextSteps: [
        'In a test or script: routingContextManager({ config: { ... } }, () => ConfigManager.getFromRoute())',
        'Or name an app and a variant there, and set WF_BASE_URL and WF_API_KEY',
      ],
    });
  });

  test('asks the service that two variables name, where no runtime provides a registry', async () => {
    const bodies: string[] = [];
    await using server = await startHttpServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(`${request.headers.authorization} ${body}`);
        const isKnown = body.includes('"tuned"');
        response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isKnown ? { params: { matches: 9 } } : { detail: 'No variant is called "nope".' }));
      });
    });
    const read = async (variant: string, application: RoutingInformation['application'] = { slug: 'support' }) =>
      await routingContextManager({ application, variant: { slug: variant } }, () =>
        ConfigManager.getFromRoute(Search),
      );
    vi.stubEnv('WF_BASE_URL', server.url);
    await expect(read('tuned')).rejects.toMatchObject({ code: 'WF_USAGE' });
    vi.stubEnv('WF_API_KEY', 'k');
    expect(await read('tuned')).toEqual({ matches: 9, index: 'main' });
    expect(bodies).toEqual([
      'ApiKey k {"application_ref":{"slug":"support","version":null,"id":null},"variant_ref":{"slug":"tuned","version":null,"id":null},"environment_ref":null}',
    ]);
    await expect(read('nope')).rejects.toMatchObject({ code: 'WF_NOT_FOUND', message: 'No variant is called "nope".' });
    await expect(read('tuned', null)).rejects.toThrow('needs the name of an app');
    vi.unstubAllEnvs();
  });
});

describe('the registry', () => {
  const app = { slug: 'support' };
  test.each([
    ['production when nothing is named', {}, { application: null, variant: null, environment: 'production' }],
    [
      'the environment',
      { application: app, environment: { slug: 'staging' } },
      { application: 'support', variant: null, environment: 'staging' },
    ],
    [
      'the variant before the environment',
      { variant: { slug: 'bold' }, environment: { slug: 'staging' } },
      { application: null, variant: 'bold', environment: null },
    ],
    [
      'a version of the variant',
      { variant: { slug: 'bold', version: '3' } },
      { application: null, variant: 'bold', environment: null, version: 3 },
    ],
    [
      'a version of the environment',
      { environment: { slug: 'staging', version: 2 } },
      { application: null, variant: null, environment: 'staging', version: 2 },
    ],
    [
      'an id where there is no slug',
      { application: { id: 'a-1' }, variant: { id: 'v-1', slug: null } },
      { application: 'a-1', variant: 'v-1', environment: null },
    ],
  ])('is asked for %s', async (_what, information, reference) => {
    const { asked, configurations } = fakeRegistry();
    const read = () => routingContextManager(information, () => ConfigManager.getFromRoute());
    expect(await routingStorage().run({ configurations }, read)).toEqual({ matches: 7, other: true });
    expect(asked).toEqual([reference]);
  });

  test('reports an unknown configuration', async () => {
    const configurations = async () => await Promise.reject(new Error('No variant is called "x".'));
    const reading = routingStorage().run({ configurations }, () => ConfigManager.getFromRoute());
    await expect(reading).rejects.toThrow(expect.objectContaining({ message: 'No variant is called "x".' }));
  });
});

describe('routingContextManager()', () => {
  test('sets the four keys and restores the context', () => {
    const outer = { config: { a: 1 }, application: { slug: 'x' } };
    routingContextManager(outer, () => {
      routingContextManager({ variant: { slug: 'v' } }, () => {
        expect(currentRoutingContext()).toMatchObject({
          config: null,
          application: null,
          variant: { slug: 'v' },
          environment: null,
        });
      });
      expect(currentRoutingContext()).toMatchObject(outer);
    });
    expect(currentRoutingContext()).toBeNull();
  });

  test('restores the context when the code throws', () => {
    const throwing = () =>
      routingContextManager({}, () => {
        throw new Error('no');
      });
    expect(throwing).toThrow(expect.objectContaining({ message: 'no' }));
    expect(currentRoutingContext()).toBeNull();
  });

  test('another copy of the SDK reads the same context', async () => {
    const copy = '../../../../src/sdk/context/config-manager.ts?copy';
    // Evaluating the same module again creates a second copy.
    const other = (await import(/* @vite-ignore */ copy)) as { ConfigManager: typeof ConfigManager };
    expect(other.ConfigManager).not.toBe(ConfigManager);
    const read = () => other.ConfigManager.getFromRoute();
    expect(await routingContextManager({ config: { a: 1 } }, read)).toEqual({ a: 1 });
  });
});

const usage = { model: 'gpt-4o-mini', input_tokens: 12, output_tokens: 3 };

test('usage is recorded for its call, even below another routing context', () => {
  const noted: Usage[] = [];
  routingStorage().run({ recordUsage: (each) => noted.push(each) }, () => {
    recordUsage(usage);
    routingContextManager({ config: {} }, () => recordUsage({ ...usage, cost: 0.5 }));
  });
  expect(noted).toEqual([usage, { ...usage, cost: 0.5 }]);
});

test('usage outside a call is dropped', () => {
  expect(() => recordUsage(usage)).not.toThrow();
});

test.each([
  { ...usage, input_tokens: -1 },
  { ...usage, output_tokens: Number.NaN },
  { ...usage, cost: -0.1 },
])('the wrong usage %j fails no call', (wrong) => {
  const noted: Usage[] = [];
  routingStorage().run({ recordUsage: (each) => noted.push(each) }, () => recordUsage(wrong));
  expect(noted).toEqual([wrong]);
});
