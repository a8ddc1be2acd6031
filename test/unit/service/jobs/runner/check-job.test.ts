import { expect, test } from 'vitest';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type { EvaluationPlan } from '../../../../../src/service/evaluations/plan/plan-evaluation.ts';
import type { Hosting } from '../../../../../src/service/hosting/hosting.ts';
import type { EvaluationJobs } from '../../../../../src/service/jobs/evaluation-jobs.ts';
import { requireColumns, requireHealth } from '../../../../../src/service/jobs/runner/check-job.ts';

const rows = [{ text: 'a', words: 1 }, { text: 'b', words: 2 }, { text: 'c' }];
const jobs = {
  async *rows() {
    yield rows.flatMap((row, index) => [0, 1].map((repeat) => ({ row, position: index * 2 + repeat })));
  },
} as unknown as EvaluationJobs; // what is called of it

const check = (requiredColumns: readonly string[], repeat: number | null = null) =>
  requireColumns(
    jobs,
    { id: 'e', options: { repeat } } as unknown as EvaluationJob, // what is read of it
    { route: { path: '/a' }, requiredColumns } as unknown as EvaluationPlan, // what is read of it
  );

test('rows that have every required column pass', async () => {
  await expect(check(['text'])).resolves.toBeUndefined();
  await expect(check([])).resolves.toBeUndefined();
});

test('the first row without a required column is named, whatever its repetition', async () => {
  const message =
    'Route /a needs the input "words", "tone", which row 1 of the test set does not have. It has: "text", "words".';
  await expect(check(['words', 'tone'])).rejects.toThrow(message.replace('"words", "tone", which', '"tone", which'));
  await expect(check(['text', 'words'], 2)).rejects.toMatchObject({
    code: 'WF_TESTSET_INVALID',
    message: 'Route /a needs the input "words", which row 3 of the test set does not have. It has: "text".',
  });
  await expect(check(['text', 'words'])).rejects.toThrow('which row 5 of');
});

const answering = (status: number, text: string) => {
  const paths: string[] = [];
  const hosting = {
    call: async ({ path }: { readonly path: string }) => {
      paths.push(path);
      return new Response(text, { status });
    },
    ask: async ({ path }: { readonly path: string }) => {
      paths.push(path);
      return { status, text, headers: {} };
    },
  } as unknown as Hosting; // what is called of it
  const health = (url: string | null) =>
    requireHealth(hosting, { deployment: { url } } as EvaluationJob, new AbortController().signal); // what is read of it
  return { health, paths };
};

test('an address that answers is ready', async () => {
  const { health, paths } = answering(200, '');
  await expect(health('http://x/')).resolves.toBeUndefined();
  expect(paths).toEqual(['/health']);
});

test.each([
  ['{"detail":"No key."}', 'No key.'],
  ['{"detail":["No key."]}', '{"detail":["No key."]}'],
  ['null', 'null'],
  ['<html>', '<html>'],
])('an address that answers %j with a failure is not ready', async (text, reason) => {
  await expect(answering(404, text).health('http://x/')).rejects.toMatchObject({
    code: 'WF_ROUTE_FAILED',
    message: `The workflow is not ready to be called: ${reason}`,
  });
});
