import { expect, test } from 'vitest';
import { createCallClock } from '../../../../src/runtime/call/call-clock.ts';
import { createSelfHostedApp, type SelfHostedOptions } from '../../../../src/runtime/targets/self-hosted-app.ts';
import type { StartedTracing } from '../../../../src/runtime/targets/start-tracing.ts';
import { traceUsage } from '../../../../src/runtime/tracing/call-trace.ts';
import { configSchema, recordUsage, route } from '../../../../src/sdk/index.ts';
import * as z from 'zod';
import { callWorkflow } from '../../../helpers/call-workflow.ts';
import { startHttpServer, readBody } from '../../../helpers/start-http-server.ts';

const greet = route('/greet', { config: configSchema({ word: z.string().default('Hello') }) }, ({ config }) => {
  recordUsage({ model: 'gpt-4o-mini', input_tokens: 1_000_000, output_tokens: 0 });
  return config.word;
});

/** Creates the app, and notes how it is named. */
function create(options: Partial<SelfHostedOptions>) {
  const names: string[] = [];
  const tracing = { tracer: traceUsage, exportTo: () => undefined, flush: () => Promise.resolve() };
  const started: StartedTracing = { tracing, nameWorkflow: (name) => void names.push(name) };
  return { names, app: createSelfHostedApp({ greet }, { application: 'shop', variables: {}, started, ...options }) };
}

test('without a service, calls run with the defaults, and have their price', async () => {
  const { names, app } = create({});
  expect(await callWorkflow(app, '/run/greet?inline=true', {})).toMatchObject({
    status: 200,
    body: { data: 'Hello', tree: { nodes: [{ metrics: { acc: { costs: { total: expect.any(Number) } } } }] } },
  });
  expect(names).toEqual(['shop']);
});

test.each([
  [{ WF_APP: 'store' }, 'store'],
  [{ WF_APP: '' }, 'shop'],
])('with %j, the workflow is called %s', async (named, name) => {
  const asked: unknown[] = [];
  await using server = await startHttpServer(async (request, response) => {
    asked.push(JSON.parse(await readBody(request)));
    response.end('{"params":{"word":"Hi"}}');
  });
  const { names, app } = create({ variables: { WF_BASE_URL: server.url, WF_API_KEY: 'k', ...named } });
  const calls = [await callWorkflow(app, '/run/greet', {}), await callWorkflow(app, '/run/greet', {})];
  expect(calls).toMatchObject([{ body: { data: 'Hi' } }, { body: { data: 'Hi' } }]);
  // The second call has the configuration of the first.
  expect(asked).toMatchObject([{ application_ref: { slug: name } }]);
  expect(names).toEqual([name]);
});

test('a platform may bring its own clock', async () => {
  let started = 0;
  const clock = createCallClock(60_000);
  const { app } = create({ clock: (caller) => ((started += 1), clock(caller)) });
  await callWorkflow(app, '/run/greet', {});
  expect(started).toBe(1);
});
