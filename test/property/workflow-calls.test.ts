import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ValidationError } from '../../src/contract/validation/validation-error.ts';
import { createWorkflowApp } from '../../src/runtime/app/create-workflow-app.ts';
import { configSchema, route } from '../../src/sdk/index.ts';
import { callWorkflow } from '../helpers/call-workflow.ts';

const config = configSchema({ words: z.int().gte(1).lte(9).default(2), tone: z.enum(['a', 'b']).default('a') });
const echo = route('/echo', { config, input: z.object({ text: z.string() }) }, (call) => ({
  config: call.config,
  input: call.input,
}));
const app = createWorkflowApp({ echo });

test('flat and nested calls are equivalent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('a', 'b'),
      async (text, words, tone) => {
        const flat = await callWorkflow(app, '/playground/run/echo', { text, words, tone });
        const nested = await callWorkflow(app, '/playground/run/echo', { text, ag_config: { words, tone } });
        expect(flat.body).toMatchObject({ data: { config: { words, tone }, input: { text } } });
        expect(nested.body).toMatchObject({ data: { config: { words, tone }, input: { text } } });
      },
    ),
  );
});

test('any JSON gets a 200 or a valid 422', async () => {
  const path = fc.constantFrom('/playground/run/echo', '/run/echo');
  await fc.assert(
    fc.asyncProperty(path, fc.json(), async (at, json) => {
      const { status, body } = await callWorkflow(app, at, json);
      expect([200, 422]).toContain(status);
      if (status === 422) expect(z.strictObject(ValidationError.shape).safeParse(body).success).toBe(true);
    }),
  );
});

test('any bytes get a response', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      expect([200, 422]).toContain((await callWorkflow(app, '/run/echo', bytes)).status);
    }),
  );
});

test('a path of millions of slashes gets a response', async () => {
  const called = { callWorkflow, app, path: `${'/'.repeat(4_000_000)}x` };
  // The limit only ends what hangs: work that grows with the square of the slashes takes hours.
  const answer: unknown = await runInNewContext("callWorkflow(app, path, '')", called, { timeout: 60_000 });
  expect(answer).toMatchObject({ status: 404 });
});
