import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { createWorkflowApp, type WorkflowAppOptions } from '../../../../src/runtime/app/create-workflow-app.ts';
import { ConfigManager, configSchema, route, routingContextManager } from '../../../../src/sdk/index.ts';
import { callWorkflow } from '../../../helpers/call-workflow.ts';

/** Calls a route that throws. */
async function callThrowing(error: unknown, path = '/playground/run/x') {
  const x = route('/x', {}, async () => await Promise.reject(error as Error));
  return await callWorkflow(createWorkflowApp({ x }), path, {});
}

const withStatus = (status: object) => Object.assign(new Error('no'), status);

describe('a handler that throws', () => {
  test('answers 500 with its message, and its stack on a playground call', async () => {
    const { status, body } = await callThrowing(new Error('The model is gone'));
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        detail: { message: 'The model is gone', stacktrace: expect.arrayContaining(['Error: The model is gone']) },
      },
    });
  });

  test('shows no stack on a deployed call', async () => {
    const { status, body } = await callThrowing(new Error('The model is gone'), '/run/x');
    expect({ status, body }).toEqual({ status: 500, body: { detail: { message: 'The model is gone' } } });
  });

  test('is logged on a deployed call only, which shows no stack', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    await callThrowing('first');
    await callThrowing('second', '/run/x');
    expect(log.mock.calls).toEqual([['Route /x failed: second']]);
  });

  test.each([
    [{ status: 429 }, 429],
    [{ statusCode: 404 }, 404],
    [{ status_code: 503 }, 503],
    [{ status: 200 }, 500],
    [{ status: 600 }, 500],
    [{ status: '429' }, 500],
    [{ status: Number.NaN }, 500],
  ])('%j answers %i', async (status, expected) => {
    expect(await callThrowing(withStatus(status))).toMatchObject({
      status: expected,
      body: { detail: { message: 'no' } },
    });
  });

  test.each([
    ['a string', 'plain words', 'plain words'],
    ['nothing', undefined, 'undefined'],
    ['an error without a message', new TypeError(), 'TypeError'],
  ])('of %s still answers', async (_what, thrown, message) => {
    expect(await callThrowing(thrown)).toMatchObject({ status: 500, body: { detail: { message } } });
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
});

test('a configuration that code below refuses answers 422 with its field', async () => {
  const Strict = configSchema({ matches: z.int().lte(20).default(5) });
  const x = route(
    '/x',
    {},
    async () => await routingContextManager({ config: { matches: 99 } }, () => ConfigManager.getFromRoute(Strict)),
  );
  expect(await callWorkflow(createWorkflowApp({ x }), '/run/x', {})).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['config', 'matches'], type: 'less_than_equal' }] },
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

describe('a disconnecting caller', () => {
  const leave = async (options: WorkflowAppOptions = {}) => {
    const started = Promise.withResolvers<AbortSignal>();
    const x = route('/x', {}, ({ signal }) => {
      const { promise, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(new Error('left')));
      started.resolve(signal);
      return promise;
    });
    const controller = new AbortController();
    const answer = callWorkflow(createWorkflowApp({ x }, options), '/run/x', {}, { signal: controller.signal });
    const signal = await started.promise;
    controller.abort();
    await answer;
    return signal;
  };

  test('fires the signal of the handler', async () => {
    expect((await leave()).aborted).toBe(true);
  });
});
