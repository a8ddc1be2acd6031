import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { createWorkflowApp, type WorkflowAppOptions } from '../../../../src/runtime/app/create-workflow-app.ts';
import { currentRoutingContext, type ConfigurationReference } from '../../../../src/sdk/context/routing-context.ts';
import { ConfigManager, configSchema, route } from '../../../../src/sdk/index.ts';
import { callWorkflow } from '../../../helpers/call-workflow.ts';

const Search = configSchema({ matches: z.int().gte(1).lte(20).default(5) });
const Other = configSchema({ tone: z.string().default('plain') });
const search = route('/search', { config: Search }, async ({ config, input }) => ({
  config,
  input,
  deep: await ConfigManager.getFromRoute(),
  other: await ConfigManager.getFromRoute(Other),
}));
const context = route('/context', {}, () => {
  const { application, variant, environment } = currentRoutingContext() ?? {};
  return { application, variant, environment };
});

/** An app over a registry that records its requests. */
function appOver(parameters: Record<string, unknown>, options: WorkflowAppOptions = {}) {
  const asked: ConfigurationReference[] = [];
  const configurations = async (reference: ConfigurationReference) => {
    asked.push(reference);
    return parameters;
  };
  return { asked, app: createWorkflowApp({ search, context }, { configurations, ...options }) };
}

describe('a deployed call', () => {
  test.each([
    ['production when it names nothing', {}, { application: null, variant: null, environment: 'production' }],
    ['its environment', { environment: 'staging' }, { application: null, variant: null, environment: 'staging' }],
    [
      'its variant before its environment',
      { config: 'bold', environment: 'staging' },
      { application: null, variant: 'bold', environment: null },
    ],
    ['its app', { app: 'support', config: 'bold' }, { application: 'support', variant: 'bold', environment: null }],
    [
      'production when what it names is null or empty',
      { environment: null, config: '' },
      { application: null, variant: null, environment: 'production' },
    ],
  ])('asks for %s', async (_what, body, reference) => {
    const { asked, app } = appOver({});
    expect(await callWorkflow(app, '/run/search', body)).toMatchObject({ status: 200, body: { data: { input: {} } } });
    expect(asked).toEqual([reference]);
  });

  test('runs with its own values before those of all routes, at any depth', async () => {
    const { app } = appOver({ matches: 9, tone: 'all', '/search': { matches: 3 }, '/context': { tone: 'formal' } });
    expect(await callWorkflow(app, '/run/search', {})).toMatchObject({
      body: { data: { config: { matches: 3 }, deep: { matches: 3, tone: 'all' }, other: { tone: 'all' } } },
    });
  });

  test('a value of its own that the schema rejects is located there', async () => {
    const { app } = appOver({ matches: 9, '/search': { matches: 99 } });
    expect(await callWorkflow(app, '/run/search', {})).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['config', 'matches'] }] },
    });
  });

  test("runs with the stored configuration and defaults, and keeps other routes' fields", async () => {
    const { app } = appOver({ matches: 9, tone: 'formal' });
    expect(await callWorkflow(app, '/run/search', { q: 'x' })).toMatchObject({
      body: {
        data: {
          config: { matches: 9 },
          input: { q: 'x' },
          deep: { matches: 9, tone: 'formal' },
          other: { tone: 'formal' },
        },
      },
    });
  });

  test('passes its references to the code below', async () => {
    const { app } = appOver({});
    expect(await callWorkflow(app, '/run/context', { app: 'support', config: 'bold' })).toMatchObject({
      body: { data: { application: { slug: 'support' }, variant: { slug: 'bold' }, environment: null } },
    });
  });

  test('with a configuration, names that are no texts and a wrong input is refused at each', async () => {
    const body = { ag_config: {}, environment: 1, config: ['a'], app: {}, n: 'x' };
    const sized = route('/sized', { input: z.object({ n: z.int() }) }, () => null);
    const text = { msg: 'Input should be a valid string', type: 'string_type' };
    expect(await callWorkflow(createWorkflowApp({ sized }), '/run/sized', body)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'ag_config'],
            msg: 'A deployed call runs a stored configuration: name it with "environment" or "config"',
            type: 'extra_forbidden',
          },
          { loc: ['body', 'environment'], ...text },
          { loc: ['body', 'config'], ...text },
          { loc: ['body', 'app'], ...text },
          { loc: ['body', 'n'], type: 'int_type' },
        ],
      },
    });
  });

  test('is refused with the field when the stored configuration is invalid', async () => {
    expect(await callWorkflow(appOver({ matches: 99 }).app, '/run/search', {})).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['config', 'matches'], type: 'less_than_equal' }] },
    });
  });

  test('answers 400 when the registry knows no such configuration', async () => {
    const message = 'No environment is called "stagin". Did you mean staging?';
    const configurations = async () => await Promise.reject(new UserError({ code: 'WF_NOT_FOUND', message }));
    const app = createWorkflowApp({ search }, { configurations });
    expect(await callWorkflow(app, '/run/search', { environment: 'stagin' })).toMatchObject({
      status: 400,
      body: { detail: message },
    });
  });

  test('answers 502 when the registry fails', async () => {
    const configurations = async () => await Promise.reject(new Error('connection refused'));
    const app = createWorkflowApp({ search }, { configurations });
    expect(await callWorkflow(app, '/run/search', {})).toMatchObject({
      status: 502,
      body: { detail: 'The configuration of this call could not be fetched. connection refused' },
    });
  });

  test('answers 504 and cancels when the registry takes too long', async () => {
    const signals: AbortSignal[] = [];
    const configurations = async (_reference: ConfigurationReference, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return await new Promise<never>(() => undefined);
    };
    const app = createWorkflowApp({ search }, { configurations, callTimeoutMs: 20 });
    expect(await callWorkflow(app, '/run/search', {})).toMatchObject({ status: 504 });
    expect(signals[0]?.aborted).toBe(true);
  });
});

describe('without a registry', () => {
  const app = createWorkflowApp({ search });

  test("a call without a reference runs with the code's defaults", async () => {
    expect(await callWorkflow(app, '/run/search', {})).toMatchObject({ body: { data: { config: { matches: 5 } } } });
  });

  test.each([
    [{ environment: 'staging' }, 'environment "staging"'],
    [{ config: 'bold', environment: 'staging' }, 'variant "bold"'],
  ])('%j is refused by name', async (body, named) => {
    expect(await callWorkflow(app, '/run/search', body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(`cannot find ${named}`) },
    });
  });
});

describe('the header wf-revision', () => {
  const headers = { 'wf-revision': 'revision-1' };

  test('names the configuration behind a trusted parent', async () => {
    const { asked, app } = appOver({ matches: 9 }, { trustRevisionHeader: true });
    expect(await callWorkflow(app, '/run/search', { environment: 'staging' }, { headers })).toMatchObject({
      body: { data: { config: { matches: 9 } } },
    });
    expect(asked).toEqual([{ revision: 'revision-1' }]);
  });

  test('is ignored by a public workflow', async () => {
    const { asked, app } = appOver({});
    await callWorkflow(app, '/run/search', {}, { headers });
    expect(asked).toEqual([{ application: null, variant: null, environment: 'production' }]);
  });
});
