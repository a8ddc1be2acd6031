import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ConfigManager } from '../../../../src/sdk/context/config-manager.ts';
import { configSchema, entrypoint, recordUsage, route } from '../../../../src/sdk/index.ts';
import { createWorkflowApp, type WorkflowAppOptions } from '../../../../src/runtime/app/create-workflow-app.ts';
import { callWorkflow } from '../../../helpers/call-workflow.ts';

const Shortening = configSchema({
  words: z.int().gte(1).lte(100).default(2),
  tone: z.enum(['plain', 'loud']).default('plain'),
});
const shorten = route(
  '/shorten',
  { config: Shortening, input: z.object({ text: z.string() }) },
  ({ config, input }) => {
    const short = input.text.split(' ').slice(0, config.words).join(' ');
    return config.tone === 'loud' ? short.toUpperCase() : short;
  },
);
const main = entrypoint({ config: Shortening }, ({ config, input }) => ({ config, input }));
const module = { shorten, default: main };

const call = (path: string, body: unknown, options: WorkflowAppOptions = {}) =>
  callWorkflow(createWorkflowApp(module, options), path, body);

describe('the six forms of call', () => {
  test.each([
    ['/playground/run/shorten', 'one two'],
    ['/run/shorten', 'one two'],
    ['/run/shorten///?other=1', 'one two'],
  ])('%s calls the route', async (path, data) => {
    expect(await call(path, { text: 'one two three' })).toMatchObject({ status: 200, body: { data } });
  });

  test.each(['/generate', '/playground/run', '/generate_deployed', '/run'])('%s calls the entrypoint', async (path) => {
    const data = { config: { words: 2, tone: 'plain' }, input: { text: 'x' } };
    expect(await call(path, { text: 'x' })).toMatchObject({ status: 200, body: { data } });
  });

  test('without an entrypoint, only its routes are served', async () => {
    for (const path of ['/playground/run', '/run', '/generate', '/generate_deployed'])
      expect(await callWorkflow(createWorkflowApp({ shorten }), path, {})).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('Available: /playground/run/shorten, /run/shorten.') },
      });
  });
});

describe('a playground call', () => {
  test('brings its configuration flat', async () => {
    const answer = await call('/playground/run/shorten', { text: 'one two', words: 1, tone: 'loud' });
    expect(answer).toMatchObject({ status: 200, body: { data: 'ONE' } });
  });

  test('or nested', async () => {
    const answer = await call('/playground/run/shorten', { text: 'one two', ag_config: { words: 1 } });
    expect(answer).toMatchObject({ status: 200, body: { data: 'one' } });
  });

  test('fetches no configuration', async () => {
    const configurations = async () => await Promise.reject(new Error('asked'));
    const answer = await call('/playground/run/shorten', { text: 'one two' }, { configurations });
    expect(answer).toMatchObject({ status: 200 });
  });

  test('keeps a nested configuration for code below, even without a schema', async () => {
    const deep = route('/deep', {}, async () => await ConfigManager.getFromRoute());
    const answer = await callWorkflow(createWorkflowApp({ deep }), '/playground/run/deep', { ag_config: { a: 1 } });
    expect(answer).toMatchObject({ body: { data: { a: 1 } } });
  });

  test.each([
    ['a bound, flat', { text: 'x', words: 0 }, ['body', 'words'], 'greater_than_equal'],
    ['a bound, nested', { text: 'x', ag_config: { words: 101 } }, ['body', 'ag_config', 'words'], 'less_than_equal'],
    ['a type', { text: 'x', words: '2' }, ['body', 'words'], 'int_type'],
    ['a fraction', { text: 'x', words: 1.5 }, ['body', 'words'], 'int_type'],
    ['a null', { text: 'x', words: null }, ['body', 'words'], 'int_type'],
    ['a choice', { text: 'x', tone: 'shrill' }, ['body', 'tone'], 'enum'],
    ['a missing input', {}, ['body', 'text'], 'missing'],
    ['a mistyped input', { text: 5 }, ['body', 'text'], 'string_type'],
    ['an unknown field', { text: 'x', wrods: 2 }, ['body', 'wrods'], 'extra_forbidden'],
    [
      'an unknown nested field',
      { text: 'x', ag_config: { wrods: 2 } },
      ['body', 'ag_config', 'wrods'],
      'extra_forbidden',
    ],
    ['a flat field beside nested ones', { text: 'x', words: 2, ag_config: {} }, ['body', 'words'], 'extra_forbidden'],
    ['a nested configuration that is not an object', { text: 'x', ag_config: 5 }, ['body', 'ag_config'], 'object_type'],
  ])('is refused at %s', async (_what, body, loc, type) => {
    expect(await call('/playground/run/shorten', body)).toEqual({
      status: 422,
      body: { detail: [{ loc, msg: expect.any(String), type }] },
      headers: expect.anything(),
    });
  });

  test('is refused with every violation at once', async () => {
    const answer = await call('/playground/run/shorten', { words: 0, tone: 'shrill' });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'words'] }, { loc: ['body', 'tone'] }, { loc: ['body', 'text'] }] },
    });
  });

  test('without an input schema accepts any input except reserved names', async () => {
    const body = { a: 1, b: [2], environment: 'x', config: 'y', app: 'z' };
    expect(await call('/generate', body)).toMatchObject({ body: { data: { input: { a: 1, b: [2] } } } });
  });

  test('may have an input called __proto__ without harm', async () => {
    const answer = await call('/generate', '{"__proto__": {"words": 7}, "words": 3}');
    expect(answer).toMatchObject({ status: 200, body: { data: { config: { words: 3 } } } });
    const inherited = await call('/playground/run/shorten', '{"__proto__": {"text": "x"}}');
    expect(inherited).toMatchObject({
      status: 422,
      body: { detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', 'text'], type: 'missing' })]) },
    });
  });
});

describe('a body', () => {
  test.each([
    ['malformed', '{bad', 422, [{ loc: ['body', 1], type: 'json_invalid' }]],
    ['cut short', '{"text": ', 422, [{ type: 'json_invalid' }]],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 422, [{ loc: ['body'], type: 'json_invalid' }]],
    ['a list', '[]', 422, [{ loc: ['body'], type: 'object_type' }]],
    ['a string', '"x"', 422, [{ loc: ['body'], type: 'object_type' }]],
    ['null', 'null', 422, [{ loc: ['body'], type: 'object_type' }]],
    ['empty although inputs are required', '', 422, [{ loc: ['body', 'text'], type: 'missing' }]],
  ])('that is %s is refused', async (_what, body, status, detail) => {
    expect(await call('/run/shorten', body)).toMatchObject({ status, body: { detail } });
  });

  test('that is empty has no fields', async () => {
    expect(await call('/run', '')).toMatchObject({ status: 200 });
  });

  test('over the limit is refused', async () => {
    const answer = await call('/run/shorten', { text: 'x'.repeat(100) }, { bodyLimit: 64 });
    expect(answer).toMatchObject({ status: 413, body: { detail: 'The body is larger than the limit of 64 bytes.' } });
  });
});

describe('other requests', () => {
  const app = createWorkflowApp(module);
  const get = (path: string, method = 'GET') => app.fetch(new Request(`http://wf${path}`, { method }));

  test('health', async () => {
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/health', 'HEAD')).text()).toBe('');
  });

  test('a wrong method is refused with the right one', async () => {
    const answer = await get('/run/shorten');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await answer.json()).toEqual({ detail: '/run/shorten accepts POST, not GET.' });
    const health = await get('/health', 'POST');
    expect([health.status, health.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('an unknown path lists the paths and suggests a similar one', async () => {
    const answer = await get('/run/shortn', 'POST');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      detail:
        'Nothing is served at POST /run/shortn. Did you mean /run/shorten? Available: /generate, /playground/run, /generate_deployed, /run, /playground/run/shorten, /run/shorten.',
    });
  });

  test.each(['/', '//', '///run', '/constructor', '/__proto__', '/run/shorten/x', '/run//shorten', '/RUN/shorten'])(
    '%s is not served',
    async (path) => {
      expect((await get(path, 'POST')).status).toBe(404);
    },
  );

  test('a workflow without routes says so', async () => {
    const answer = await createWorkflowApp({}).fetch(new Request('http://wf/run', { method: 'POST' }));
    expect(await answer.json()).toEqual({ detail: 'Nothing is served at POST /run. This workflow has no routes.' });
  });

  test('describes its routes', () => {
    expect(app.describe().map(({ path, name }) => `${path} ${name}`)).toEqual(['/ default', '/shorten shorten']);
  });
});

describe('an answer', () => {
  const answering = async (answer: unknown, options: { output?: z.ZodType } = {}) => {
    const made = route('/x', options as Record<string, never>, () => answer);
    return await callWorkflow(createWorkflowApp({ made }), '/playground/run/x', {});
  };

  test.each([
    ['text', 'x', 'x', 'text/plain'],
    ['an empty text', '', '', 'text/plain'],
    ['a number', 5, 5, 'application/json'],
    ['an object', { a: [1] }, { a: [1] }, 'application/json'],
    ['a list', [1, 'a'], [1, 'a'], 'application/json'],
    ['nothing', undefined, null, 'application/json'],
    ['false', false, false, 'application/json'],
  ])('is %s', async (_what, answer, data, content_type) => {
    expect(await answering(answer)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { version: '3.0', data, content_type, tree_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
  });

  test('that JSON cannot represent fails the call', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(await answering(circular)).toMatchObject({
      status: 500,
      body: {
        detail: {
          message: expect.stringContaining('Route /x returned a value that is not JSON: Converting circular'),
        },
      },
    });
    expect(await answering(5n)).toMatchObject({ status: 500 });
  });

  test('that breaks the output schema fails the call', async () => {
    expect(await answering({ size: 'big' }, { output: z.object({ size: z.int() }) })).toMatchObject({
      status: 500,
      body: { detail: { message: expect.stringContaining('output.size: Input should be a valid integer') } },
    });
  });
});

describe('the tree', () => {
  const used = route('/used', {}, ({ input }) => {
    for (const usage of input['usages'] as Parameters<typeof recordUsage>[0][]) recordUsage(usage);
  });
  const app = createWorkflowApp({ used });
  const small = { model: 'small', input_tokens: 10, output_tokens: 2 };

  test('is on playground calls, with its times', async () => {
    const { body } = await callWorkflow(app, '/playground/run/used', { usages: [] });
    expect(body).toMatchObject({
      tree: {
        version: '1.0.0',
        nodes: [
          {
            node: { name: 'used', type: 'workflow' },
            tree: { id: (body as { tree_id: string }).tree_id, type: 'invocation' },
            time: { start: expect.stringMatching(/Z$/), end: expect.stringMatching(/Z$/) },
            status: { code: 'OK' },
            metrics: { acc: { duration: { total: expect.any(Number) } } },
          },
        ],
      },
    });
  });

  test('is on deployed calls when asked for', async () => {
    expect(await callWorkflow(app, '/run/used', { usages: [] })).toMatchObject({ body: { tree: null } });
    for (const query of ['?inline=true', '?inline=1', '?a=b&inline=true'])
      expect(await callWorkflow(app, `/run/used${query}`, { usages: [] })).toMatchObject({
        body: { tree: { nodes: [{}] } },
      });
    for (const query of ['?inline=false', '?inline', '?other=true'])
      expect(await callWorkflow(app, `/run/used${query}`, { usages: [] })).toMatchObject({ body: { tree: null } });
  });

  test.each([
    [
      'every cost is known',
      [
        { ...small, cost: 0.5 },
        { ...small, cost: 0.25 },
      ],
      0.75,
    ],
    ['one cost is unknown', [{ ...small, cost: 0.5 }, small], null],
  ])('sums up usage where %s', async (_what, usages, total) => {
    const { body } = await callWorkflow(app, '/playground/run/used', { usages });
    expect(body).toMatchObject({
      tree: {
        nodes: [
          {
            metrics: { acc: { costs: { total }, tokens: { prompt: 20, completion: 4, total: 24 } } },
            nodes: { small: [{ node: { name: 'small', type: 'completion' } }, { meta: { model: 'small' } }] },
          },
        ],
      },
    });
  });

  test('has no costs where no usage was recorded', async () => {
    const { body } = await callWorkflow(app, '/playground/run/used', { usages: [] });
    expect(body).not.toHaveProperty('tree.nodes.0.metrics.acc.costs');
  });
});
