import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import * as z from 'zod';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { createWorkflowApp, serveWorkflow } from '../../../../src/runtime/index.ts';
import { ConfigManager, configSchema, route, routingContextManager } from '../../../../src/sdk/index.ts';
import { callWorkflow } from '../../../helpers/call-workflow.ts';

/** What is written to stderr. */
let written: MockInstance<typeof console.error>;
beforeEach(() => {
  written = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => written.mockRestore());

/** Calls a route that throws. */
async function callThrowing(error: unknown, path = '/run/x') {
  const x = route('/x', {}, async () => await Promise.reject(error as Error)); // as an author may throw anything
  const { status, body } = await callWorkflow(createWorkflowApp({ x }), path, {});
  return { status, body };
}

const withStatus = (status: object) => Object.assign(new Error('no'), status);

describe('a handler that throws', () => {
  test('answers 500 with its message, and its stack and those of the causes on a playground call only', async () => {
    const cause = new Error('inner');
    const error = new Error('outer', { cause });
    cause.cause = error;
    error.stack = 'Error: outer\n    at a.ts:1';
    cause.stack = 'Error: inner';
    expect(await callThrowing(error)).toEqual({ status: 500, body: { detail: { message: 'outer' } } });
    expect(await callThrowing(error, '/playground/run/x')).toEqual({
      status: 500,
      body: {
        detail: { message: 'outer', stacktrace: ['Error: outer', '    at a.ts:1', 'Caused by: Error: inner'] },
        tree: expect.objectContaining({
          nodes: [expect.objectContaining({ status: { code: 'ERROR', message: 'outer' } })],
        }),
        tree_id: expect.any(String),
      },
    });
  });

  test.each([
    ['text', 'text', 500],
    [null, 'null', 500],
    [undefined, 'undefined', 500],
    [new TypeError(''), 'TypeError', 500],
    [{ status: 429, toString: (): string => 'busy' }, 'busy', 429],
    [withStatus({ statusCode: 400 }), 'no', 400],
    [withStatus({ status_code: 599 }), 'no', 599],
    [withStatus({ status: 'bad', statusCode: 503 }), 'no', 503],
    [withStatus({ status: 200 }), 'no', 500],
    [withStatus({ status: 399 }), 'no', 500],
    [withStatus({ status: 600 }), 'no', 500],
    [withStatus({ status: 400.5 }), 'no', 500],
    [withStatus({ status: Number.NaN }), 'no', 500],
  ])('%j answers with the message %j and the status %i', async (thrown, message, status) => {
    expect(await callThrowing(thrown)).toEqual({ status, body: { detail: { message } } });
  });

  test('at once, not as a promise, answers the same', async () => {
    const x = route('/x', {}, () => {
      throw new Error('at once');
    });
    expect(await callWorkflow(createWorkflowApp({ x }), '/run/x', {})).toMatchObject({
      status: 500,
      body: { detail: { message: 'at once' } },
    });
  });

  test('in a refinement of its input answers 500', async () => {
    const input = z.object({
      a: z.string().refine(() => {
        throw new Error('broken check');
      }),
    });
    const x = route('/x', { input }, () => null);
    expect(await callWorkflow(createWorkflowApp({ x }), '/run/x', { a: 'b' })).toMatchObject({
      status: 500,
      body: { detail: { message: 'broken check' } },
    });
  });

  test('is logged with its stack on a deployed call only', async () => {
    const error = Object.assign(new Error('no'), { stack: 'Error: no\n    at a.ts:1' });
    await callThrowing(error, '/playground/run/x');
    await callThrowing(error);
    await callThrowing('text');
    expect(written.mock.calls).toEqual([['Route /x failed: Error: no\n    at a.ts:1'], ['Route /x failed: text']]);
  });
});

describe('an error of the SDK', () => {
  const TOO_MANY = { loc: ['config', 'words'], msg: 'Too many', type: 'less_than' };
  const MISSING = { loc: ['body', 'text'], msg: 'Missing', type: 'missing' };

  test('about a configuration that code below refuses answers 422 with its field, and is not logged', async () => {
    const Strict = configSchema({ matches: z.int().lte(20).default(5) });
    const read = () => ConfigManager.getFromRoute(Strict);
    const x = route('/x', {}, async () => await routingContextManager({ config: { matches: 99 } }, read));
    expect(await callWorkflow(createWorkflowApp({ x }), '/run/x', {})).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['config', 'matches'], type: 'less_than_equal' }] },
    });
    expect(written).not.toHaveBeenCalled();
  });

  test('about an unknown configuration answers 400, and is not logged', async () => {
    const message = 'No variant is called "a".';
    const error = new UserError({ code: 'WF_NOT_FOUND', message });
    expect(await callThrowing(error)).toEqual({ status: 400, body: { detail: message } });
    expect(written).not.toHaveBeenCalled();
  });

  test.each([
    ['WF_INVALID_INPUT', []],
    ['WF_INVALID_INPUT', undefined],
    ['WF_INVALID_INPUT', [TOO_MANY, MISSING]],
    ['WF_CONFLICT', [TOO_MANY]],
  ] as const)('%s with the details %j is a failure of the handler', async (code, details) => {
    const error = new UserError({ code, message: 'bad', details });
    expect(await callThrowing(error)).toEqual({ status: 500, body: { detail: { message: 'bad' } } });
  });
});

describe('a call over its time limit', () => {
  test('answers 504 and fires the signal, whether the handler listens or not', async () => {
    const seen: unknown[] = [];
    const x = route('/x', {}, async ({ signal }) => {
      signal.addEventListener('abort', () => seen.push(signal.reason));
      return await new Promise<never>(() => undefined);
    });
    const app = createWorkflowApp({ x }, { callTimeoutMs: 20 });
    expect(await callWorkflow(app, '/run/x', {})).toMatchObject({
      status: 504,
      body: { detail: 'Route /x: The call exceeded 0.02 s, the longest that wf lets a route run.' },
    });
    expect(seen).toEqual([expect.objectContaining({ name: 'TimeoutError' })]);
    expect(written).toHaveBeenCalledOnce();
  });

  test("answers 504 when the handler throws the signal's reason", async () => {
    const x = route('/x', {}, ({ signal }) => {
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      return promise;
    });
    expect(await callWorkflow(createWorkflowApp({ x }, { callTimeoutMs: 20 }), '/run/x', {})).toMatchObject({
      status: 504,
    });
  });

  test('has already fired the signal for a handler that reads it late', async () => {
    const looked = Promise.withResolvers<boolean>();
    const released = Promise.withResolvers<null>();
    const x = route('/x', {}, async (call) => {
      await released.promise;
      looked.resolve(call.signal.aborted);
    });
    await callWorkflow(createWorkflowApp({ x }, { callTimeoutMs: 20 }), '/run/x', {});
    released.resolve(null);
    expect(await looked.promise).toBe(true);
  });
});

test('a workflow is served on a free port, and a disconnecting caller fires the signal of the handler', async () => {
  const started = Promise.withResolvers<null>();
  const left = Promise.withResolvers<boolean>();
  const echo = route('/echo', {}, ({ input }) => input);
  const slow = route('/slow', {}, async ({ signal }) => {
    signal.addEventListener('abort', () => left.resolve(true));
    started.resolve(null);
    return await left.promise;
  });
  await using server = await serveWorkflow({ app: createWorkflowApp({ echo, slow }) });
  const response = await fetch(`${server.url}/run/echo`, { method: 'POST', body: '{"a": 1}' });
  expect(await response.json()).toMatchObject({ data: { a: 1 } });
  const controller = new AbortController();
  const call = fetch(`${server.url}/run/slow`, { method: 'POST', body: '{}', signal: controller.signal });
  await started.promise;
  controller.abort();
  await expect(call).rejects.toThrow('aborted');
  expect(await left.promise).toBe(true);
});
