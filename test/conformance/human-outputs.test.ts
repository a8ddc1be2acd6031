import { describe, expect, inject, test } from 'vitest';
import type { HumanEvaluation } from '../../src/contract/human-evaluations/human-evaluation.ts';
import type { HumanEvaluationScenario } from '../../src/contract/human-evaluations/human-scenario.ts';
import type { HumanOutputs } from '../../src/contract/human-evaluations/human-vote.ts';
import { answerWith, shout, startEvaluations, type StartEvaluationsOptions } from '../helpers/start-evaluations.ts';

const ROWS = ['a', 'b', 'c'].map((text) => ({ text, correct_answer: text.toUpperCase() }));
const GENERATE = { rate_limit: { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 } };

describe.each(['SQLite', 'PostgreSQL'])('outputs to vote on, on %s', (name) => {
  const database = () => (name === 'SQLite' ? ('sqlite' as const) : { adminUrl: inject('postgresUrl') });

  /** Evaluates the rows, then makes a human evaluation of the same variant on the same test set. */
  async function open(options: StartEvaluationsOptions = {}) {
    const host = await startEvaluations({ ...options, database: database() });
    const evaluation = await host.run(ROWS);
    const json = async <T>(method: string, path: string, body?: unknown) =>
      (await (await host.service.send(method, path, { body })).json()) as T; // what the endpoint promises
    const { app_id, variant_ids, testset_id } = evaluation;
    const make = async () => {
      const { id } = await json<HumanEvaluation>('POST', '/human-evaluations', {
        app_id,
        variant_ids,
        testset_id,
        evaluation_type: 'single_model_test',
        inputs: ['text'],
        status: 'EVALUATION_INITIALIZED',
        generate: GENERATE,
      });
      await host.service.service.whenIdle();
      return id;
    };
    return { host, evaluation, json, make, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
  }

  test('come from the cells of an evaluation, and no call is repeated', async () => {
    await using opened = await open();
    const { host, evaluation, json, make } = opened;
    const id = await make();
    expect(host.calls).toHaveLength(ROWS.length);
    const scenarios = await json<HumanEvaluationScenario[]>('GET', `/human-evaluations/${id}/evaluation_scenarios`);
    expect(scenarios.map(({ outputs }) => outputs)).toEqual(
      ['A', 'B', 'C'].map((text) => [{ variant_id: evaluation.variant_ids[0], variant_output: text }]),
    );
    expect(await json<HumanOutputs[]>('GET', `/human-evaluations/${id}/outputs`)).toEqual([
      {
        evaluation_id: expect.any(String),
        variant_id: evaluation.variant_ids[0],
        variant_name: 'main',
        status: { type: 'status', value: 'EVALUATION_FINISHED' },
        rows: 3,
        done: 3,
      },
    ]);
  });

  test('are made by evaluations that no list shows, and that go with the human evaluation', async () => {
    await using opened = await open();
    const { host, evaluation, json, make } = opened;
    const id = await make();
    const [maker] = await json<HumanOutputs[]>('GET', `/human-evaluations/${id}/outputs`);
    const list = await json<{ id: string }[]>('GET', `/evaluations?app_id=${evaluation.app_id}`);
    expect(list.map((each) => each.id)).toEqual([evaluation.id]);
    await host.service.send('DELETE', '/human-evaluations', { body: { evaluations_ids: [id] } });
    const gone = await host.service.send('GET', `/evaluations/${maker?.evaluation_id ?? ''}`);
    expect(gone.status).toBe(404);
  });

  test('that failed are empty, and the evaluation finishes with errors', async () => {
    await using opened = await open({
      answer: (call) =>
        call.body['text'] === 'b' ? Response.json({ detail: 'No.' }, { status: 400 }) : answerWith({ said: 'yes' }),
    });
    const { host, json, make } = opened;
    const id = await make();
    const scenarios = await json<HumanEvaluationScenario[]>('GET', `/human-evaluations/${id}/evaluation_scenarios`);
    expect(scenarios.map(({ outputs }) => outputs[0]?.variant_output)).toEqual([{ said: 'yes' }, '', { said: 'yes' }]);
    for (const scenario of scenarios) {
      const path = `/human-evaluations/evaluation_scenario/${scenario.id}/score`;
      await host.service.send('PUT', path, { body: { score: 50 } });
    }
    expect(await json<HumanEvaluation>('GET', `/human-evaluations/${id}`)).toMatchObject({
      status: 'EVALUATION_FINISHED_WITH_ERRORS',
    });
  });

  test('that cannot be made at all fail the evaluation, with the reason', async () => {
    let isWell = true;
    await using opened = await open({
      answer: shout,
      health: () => (isWell ? Response.json({}) : Response.json({ detail: 'It broke.' }, { status: 503 })),
    });
    isWell = false;
    const id = await opened.make();
    expect(await opened.json<HumanEvaluation>('GET', `/human-evaluations/${id}`)).toMatchObject({
      status: 'EVALUATION_FAILED',
    });
    const [outputs] = await opened.json<HumanOutputs[]>('GET', `/human-evaluations/${id}/outputs`);
    expect(outputs?.status.error?.message).toContain('It broke.');
  });
});
