import { expect, test } from 'vitest';
import {
  getEvaluationProgress,
  getEvaluationSummary,
} from '../../../../../src/service/evaluations/operations/evaluation-progress.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

/** An evaluation whose summary has this many worst rows. */
async function openEvaluation(value: string, worst: number | null) {
  const opened = await openOperations();
  const summary = JSON.stringify({ stored: true, worst: Array.from({ length: worst ?? 0 }, (_, index) => index) });
  await insertBare(opened.db, 'evaluations', [
    {
      id: 'e',
      app_id: 'a',
      variant_name: 'main',
      status: JSON.stringify({ type: 'status', value }),
      status_value: value,
      options: '{}',
      evaluator_configs: '[]',
      aggregated_results: '[]',
      summary: worst === null ? null : summary,
      totals: '{}',
    },
  ]);
  return opened;
}

const summaryOf = async (stored: number | null, worst?: number) => {
  const { context } = await openEvaluation('EVALUATION_FINISHED', stored);
  return await getEvaluationSummary.run({ evaluation_id: 'e', ...(worst === undefined ? {} : { worst }) }, context);
};

test.each([
  ['all ten worst rows', 10, undefined, 10],
  ['fewer', 10, 3, 3],
  ['none', 10, 0, 0],
  ['all that there are', 4, 50, 4],
])('a stored summary is shown with %s', async (_, stored, wanted, shown) => {
  expect(await summaryOf(stored, wanted)).toEqual({
    stored: true,
    worst: Array.from({ length: shown }, (_element, index) => index),
  });
});

test.each([
  ['more rows than were stored', 10, 11],
  ['a summary that is not stored', null, undefined],
])('rows are read again for %s', async (_, stored, wanted) => {
  const summary = await summaryOf(stored, wanted);
  expect(summary).not.toHaveProperty('stored');
  expect(summary.worst).toEqual([]);
});

test('an evaluation that has not ended has no summary', async () => {
  const { context } = await openEvaluation('EVALUATION_STARTED', 10);
  await expect(getEvaluationSummary.run({ evaluation_id: 'e' }, context)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
  });
});

/** Collects the statuses of a followed evaluation that `change` changes after the first. */
async function follow(problem: unknown, change: (set: (value: string) => Promise<void>) => Promise<void>) {
  const { db, contextOf } = await openEvaluation('EVALUATION_STARTED', null);
  await insertBare(db, 'evaluation_leases', [{ evaluation_id: 'e', owner: 'elsewhere/1/x', expires_at: '9999' }]);
  const topics: string[] = [];
  const context = contextOf({
    subscribe: (topic) => {
      topics.push(topic);
      // Announces a change at once.
      return { next: async () => undefined, [Symbol.dispose]: () => void topics.push('closed') };
    },
    problemOf: () => problem,
  });
  const set = async (value: string) => {
    const status = JSON.stringify({ type: 'status', value });
    await db
      .updateTable('evaluations')
      .set({ status, status_value: value as never })
      .execute();
  };
  const seen: unknown[] = [];
  const progress = getEvaluationProgress.follow?.({ evaluation_id: 'e' }, context, new AbortController().signal);
  for await (const { status } of progress ?? []) {
    seen.push(status.value);
    if (seen.length === 1) await change(set);
  }
  return { seen, topics };
}

test('progress is followed to its end', async () => {
  const { seen, topics } = await follow(null, async (set) => await set('EVALUATION_FINISHED'));
  expect(seen).toEqual(['EVALUATION_STARTED', 'EVALUATION_FINISHED']);
  expect(topics).toEqual(['evaluation:e', 'closed']);
});

test('a run that is stuck is followed no further', async () => {
  const { seen } = await follow(new Error('The disk is full.'), async () => undefined);
  expect(seen).toEqual(['EVALUATION_STARTED']);
});

test('progress is read with the problem of a run that is stuck', async () => {
  const { context, contextOf } = await openEvaluation('EVALUATION_STARTED', null);
  expect(await getEvaluationProgress.run({ evaluation_id: 'e' }, context)).toMatchObject({
    type: 'evaluation-progress',
    variant: 'main',
    status: { value: 'EVALUATION_INTERRUPTED' },
  });
  const problem = new Error('The disk is full.');
  const stuck = getEvaluationProgress.run({ evaluation_id: 'e' }, contextOf({ problemOf: () => problem }));
  await expect(stuck).rejects.toBe(problem);
});
