import { describe, expect, test } from 'vitest';
import type { Comparison } from '../../../../src/contract/evaluations/comparison.ts';
import type { EvaluationGroups, EvaluationSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import type { ComparisonResults } from '../../../../src/contract/evaluations/evaluation.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { answerWith, shout, startEvaluations } from '../../../helpers/start-evaluations.ts';

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    text: `t${index}`,
    correct_answer: `T${index}`,
    topic: index % 2 === 0 ? 'even' : 'odd',
  }));

describe('the summary of an evaluation', () => {
  test.each([
    [undefined, 10],
    [3, 3],
    [0, 0],
    // More than are stored with it: the rows are read again.
    [11, 11],
    [50, 12],
  ])('with worst=%s shows %i of twelve failed rows', async (worst, shown) => {
    await using host = await startEvaluations({ answer: () => answerWith('wrong') });
    const { id } = await host.run(rowsOf(12));
    const query = worst === undefined ? '' : `?worst=${worst}`;
    const summary = await host.json<EvaluationSummary>(`/evaluations/${id}/summary${query}`);
    expect([summary.rows, summary.worst.length]).toEqual([12, shown]);
  });
});

describe('evaluations side by side', () => {
  test('show every row, however many, by the values of its inputs', async () => {
    await using host = await startEvaluations();
    const many = await host.run(rowsOf(1001));
    const one = await host.run(rowsOf(1));
    const ids = `${many.id},%20${one.id},${many.id}`;
    const path = `/evaluations/evaluation_scenarios/comparison-results?evaluations_ids=${ids}`;
    const { inputs, data } = await host.json<ComparisonResults>(path);
    const texts = inputs.filter(({ input_name }) => input_name === 'text').map(({ input_value }) => input_value);
    expect(texts).toEqual(rowsOf(1001).map(({ text }) => text));
    const [first, second] = data.filter(({ input_name }) => input_name === 'text');
    const evaluationsOf = (group: typeof first) => group?.scenarios.map(({ evaluation_id }) => evaluation_id);
    expect([evaluationsOf(first), evaluationsOf(second)]).toEqual([[many.id, one.id], [many.id]]);
  });

  test.each([
    [5000, 200],
    [5001, 422],
  ])('of %i rows each are answered with %i', async (row_count, status) => {
    await using host = await startEvaluations();
    const evaluation = { row_count, options: '{}', evaluator_configs: '[]', aggregated_results: '[]', status: '{}' };
    const { db } = host.service.store;
    await insertBare(
      db,
      'evaluations',
      ['e', 'f'].map((id) => ({ id, ...evaluation })),
    );
    const path = '/evaluations/evaluation_scenarios/comparison-results?evaluations_ids=e,f';
    const response = await host.service.send('GET', path);
    const msg = 'The evaluations have more than 10000 rows together; list the rows of each instead';
    const refused = { detail: [{ loc: ['query', 'evaluations_ids'], msg, type: 'too_long' }] };
    expect([response.status, await response.json()]).toEqual([
      status,
      status === 200 ? { inputs: [], data: [] } : refused,
    ]);
  });
});

describe('a comparison', () => {
  test('lists ten rows that differ, or as many as asked for, and groups all by a column', async () => {
    let isGood = false;
    await using host = await startEvaluations({ answer: (call) => (isGood ? shout(call) : answerWith('wrong')) });
    const baseline = await host.run(rowsOf(12));
    isGood = true;
    const candidate = await host.run(rowsOf(12), { options: { fresh: true } });
    const compare = async (query: string) => {
      const { candidates } = await host.json<Comparison>(
        `/evaluations/${candidate.id}/comparison?baseline_id=${baseline.id}${query}`,
      );
      return candidates[0];
    };
    const listed = async (query: string) => (await compare(query))?.better.length;
    expect([await listed(''), await listed('&rows=3'), await listed('&rows=0'), await listed('&rows=50')]).toEqual([
      10, 3, 0, 12,
    ]);
    const grouped = await compare('&group_by=topic');
    const alone = await host.json<EvaluationGroups>(`/evaluations/${candidate.id}/groups?field=topic`);
    for (const groups of [grouped?.groups, alone.groups])
      expect(groups?.map(({ value, rows }) => [value, rows])).toEqual([
        ['even', 6],
        ['odd', 6],
      ]);
  });
});

test.each(['EVALUATION_INITIALIZED', 'EVALUATION_STARTED', 'EVALUATION_FAILED', 'EVALUATION_CANCELLED'])(
  'an evaluation with the status %s has no results to read',
  async (status_value) => {
    await using host = await startEvaluations({ runner: { maxRunning: 0 } });
    const [id, other] = [await host.start(rowsOf(1)), await host.start(rowsOf(1))];
    const { db } = host.service.store;
    const finished = { status_value: 'EVALUATION_FINISHED' } as const;
    await db.updateTable('evaluations').set(finished).where('id', '=', other).execute();
    await db
      .updateTable('evaluations')
      .set({ status_value: status_value as never }) // a status
      .where('id', '=', id)
      .execute();
    for (const path of [
      `${id}/summary`,
      `${id}/groups?field=text`,
      `${id}/comparison?baseline_id=${other}`,
      `${other}/comparison?baseline_id=${id}`,
    ]) {
      const response = await host.service.send('GET', `/evaluations/${path}`);
      const detail = `Evaluation ${id} is not finished, so it has no results yet.`;
      expect([path, response.status, await response.json()]).toEqual([path, 409, { detail }]);
    }
  },
);

test('evaluations are found by what they test and by their evaluators, without those of people', async () => {
  await using host = await startEvaluations({ runner: { maxRunning: 0 } });
  const ids = [await host.start(rowsOf(1)), await host.start(rowsOf(2)), await host.start(rowsOf(3))];
  const { db } = host.service.store;
  const [first] = await db.selectFrom('evaluations').selectAll().orderBy('id').execute();
  const { variant_id = '', testset_id = '', evaluator_configs = '' } = first ?? {};
  await insertBare(db, 'evaluations', [
    { id: 'h', variant_id, testset_id, evaluator_configs, human_evaluation_id: 'h' },
  ]);
  const [config] = JSON.parse(evaluator_configs) as { id: string }[];
  const find = async (type: string, id = '') =>
    await host.json<string[]>(`/evaluations/by_resource?resource_type=${type}&resource_ids=${id}`);
  expect(await find('variant', variant_id)).toEqual(ids);
  expect(await find('testset', testset_id)).toEqual([ids[0]]);
  expect(await find('evaluator_config', config?.id)).toEqual([ids[0]]);
  expect(await find('variant', 'none')).toEqual([]);
});
