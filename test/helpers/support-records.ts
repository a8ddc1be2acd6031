import type { RequestListener } from 'node:http';

const APP_ID = '01980000-0000-7000-8000-000000000001';
const FORMAL_ID = '01980000-0000-7000-8000-000000000012';
export const EVALUATION_ID = '01980000-0000-7000-8000-0000000000e1';

function variant(variant_id: string, name: string, revision: number) {
  return {
    app_id: APP_ID,
    app_name: 'support',
    variant_id,
    variant_name: name,
    project_id: 'project',
    parameters: { tone: name },
    base_name: 'main',
    base_id: 'base',
    config_name: name,
    uri: null,
    revision,
  };
}

const evaluation = {
  id: EVALUATION_ID,
  app_id: APP_ID,
  project_id: 'project',
  variant_ids: [FORMAL_ID],
  variant_names: ['formal'],
  variant_revision_ids: ['revision'],
  revisions: ['1'],
  testset_id: 'cases',
  testset_name: 'cases',
  testset_revision: 1,
  status: { type: 'status', value: 'EVALUATION_FINISHED', error: null },
  aggregated_results: [],
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
};

/** An app with three variants and an evaluation by path, and one id under a name that is not a path. */
export const SUPPORT = {
  formal_id: FORMAL_ID,
  '/apps': [{ app_id: APP_ID, app_name: 'support' }],
  [`/apps/${APP_ID}/variants`]: [
    variant('01980000-0000-7000-8000-000000000011', 'default', 3),
    variant(FORMAL_ID, 'formal', 1),
    variant('01980000-0000-7000-8000-000000000013', 'brief', 2),
  ],
  [`/apps/${APP_ID}/routes`]: [],
  [`/apps/${APP_ID}/environments`]: [],
  [`/evaluations/${EVALUATION_ID}`]: evaluation,
};

/** Answers the number of the evaluation's rows. */
export function progressOf(rows: number): Readonly<Record<string, unknown>> {
  const figures = { is_taken: false, done: rows, errors: 0, calls: rows, cost: null, latency: 0.25 };
  const progress = { type: 'evaluation-progress', evaluation_id: EVALUATION_ID, variant: 'formal', rows, ...figures };
  return { [`/evaluations/${EVALUATION_ID}/events`]: { ...progress, status: evaluation.status } };
}

/** Answers pages of an evaluation's rows. */
export function manyRows(count: number): { readonly path: string; readonly answer: RequestListener } {
  return {
    path: `/evaluations/${EVALUATION_ID}/evaluation_scenarios`,
    answer: (request, response) => {
      const { searchParams, pathname } = new URL(request.url ?? '', 'http://wf.test');
      const [limit, from] = [Number(searchParams.get('limit') ?? 100), Number(searchParams.get('cursor') ?? 0)];
      const isBack = searchParams.get('order') === 'desc';
      const rows = Array.from({ length: Math.min(limit, count - from) }, (_, index) =>
        rowOf(isBack ? count - from - index : from + index + 1),
      );
      const next = from + rows.length;
      if (next < count) response.setHeader('link', `<${pathname}?limit=${limit}&cursor=${next}>; rel="next"`);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows));
    },
  };
}

function rowOf(row: number) {
  return {
    id: `row-${row}`,
    row,
    evaluation_id: EVALUATION_ID,
    inputs: [{ name: 'question', type: 'text', value: `question ${row}` }],
    outputs: [{ result: { type: 'text', value: `answer ${row}`, error: null }, cost: null, latency: 0.25 }],
    correct_answers: [{ key: 'answer', value: 'yes' }],
    results: [],
  };
}
