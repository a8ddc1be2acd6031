import { randomUUID } from 'node:crypto';
import { type Asked, type Handlers, Refused, requireFields } from './json-service.ts';
import { aggregate, answerColumnsOf, evaluatorHandlers, scoreRow, toEvaluator } from './public-evaluators.ts';
import { nameOf, newestOf, type PublicState, removeAll } from './public-state.ts';

const TIME = '2025-01-08T10:09:16.123456Z';
const STAMP = '2025-01-08 10:09:16.123456+00:00';

/** Evaluators, evaluations and human evaluations. An evaluation is finished when its status was asked for twice. */
export function evaluationHandlers(state: PublicState): Handlers {
  return { ...evaluatorHandlers(state), ...automaticHandlers(state), ...humanHandlers(state) };
}

function automaticHandlers(state: PublicState): Handlers {
  const find = ({ at }: Asked) => {
    const found = state.evaluations.find(({ id }) => id === at('evaluation_id'));
    if (found === undefined) throw new Refused(404, { detail: `Evaluation with id ${at('evaluation_id')} not found` });
    return found;
  };
  return {
    'GET /evaluations': ({ at }) => {
      if (!state.apps.some(({ id }) => id === at('app_id'))) throw new Refused(500, 'Internal Server Error');
      return state.evaluations
        .filter(({ body }) => body['app_id'] === at('app_id'))
        .map((one) => toEvaluation(state, one));
    },
    'POST /evaluations': ({ body }) => {
      requireFields(body, 'app_id', 'variant_ids', 'evaluators_configs', 'testset_id', 'rate_limit');
      if (body['lm_providers_keys'] == null) throw new Refused(500, 'Internal Server Error');
      const started = (body['variant_ids'] as string[]).map((id) => ({
        id: randomUUID(),
        body: { ...body, variant_ids: [id] },
        polls: 0,
      }));
      state.evaluations.push(...started);
      return started.map((one) => toEvaluation(state, one));
    },
    'GET /evaluations/{evaluation_id}': (asked) => toEvaluation(state, find(asked)),
    'GET /evaluations/{evaluation_id}/status': (asked) => {
      const found = find(asked);
      found.polls += 1;
      return { status: statusOf(state, found) };
    },
    'GET /evaluations/{evaluation_id}/evaluation_scenarios': (asked) => toScenarios(state, find(asked)),
    'DELETE /evaluations': ({ body }) => {
      removeAll(state.evaluations, body['evaluations_ids'] as string[]);
      throw new Refused(204, null);
    },
  };
}

type Stored = PublicState['evaluations'][number];

function statusOf(state: PublicState, stored: Stored) {
  const isFailed = toScenarios(state, stored).some(({ results }) =>
    results.some(({ result }) => result.type === 'error'),
  );
  const end = isFailed ? 'EVALUATION_FINISHED_WITH_ERRORS' : 'EVALUATION_FINISHED';
  return { type: 'status', value: stored.polls < 2 ? 'EVALUATION_STARTED' : end, error: null };
}

function toEvaluation(state: PublicState, stored: Stored) {
  const { id, body } = stored;
  const variant = state.variants.find((one) => one.id === (body['variant_ids'] as string[])[0]);
  if (variant === undefined) throw new Refused(500, 'Internal Server Error');
  const isDone = stored.polls >= 2;
  const configs = state.evaluators.filter((one) => (body['evaluators_configs'] as string[]).includes(one.id));
  return {
    id,
    app_id: body['app_id'],
    project_id: 'p',
    variant_ids: [variant.id],
    variant_names: [nameOf(variant)],
    variant_revision_ids: [newestOf(variant).id],
    revisions: [String(newestOf(variant).revision)],
    testset_id: body['testset_id'],
    testset_name: state.testsets.find((one) => one.id === body['testset_id'])?.name ?? null,
    status: statusOf(state, stored),
    aggregated_results: isDone
      ? configs.map((config) => {
          const { project_id: _, ...evaluator_config } = toEvaluator(config);
          const rows = toScenarios(state, stored).flatMap(({ results }) => results);
          return { evaluator_config, result: aggregate(rows, config.id) };
        })
      : [],
    average_cost: null,
    total_cost: null,
    average_latency: null,
    created_at: TIME,
    updated_at: TIME,
  };
}

/** Every other row is right. */
function toScenarios(state: PublicState, { id, body }: Stored) {
  const rows = state.testsets.find((one) => one.id === body['testset_id'])?.rows ?? [];
  const configs = (body['evaluators_configs'] as string[]).map((config) => ({
    config,
    evaluator: state.evaluators.find(({ id: own }) => own === config),
  }));
  const answers = ['correct_answer', ...configs.flatMap(({ evaluator }) => answerColumnsOf(evaluator))];
  return rows.map((row, index) => {
    const isRight = index % 2 === 0;
    const cells = Object.entries(row);
    const value = isRight ? cells.find(([name]) => answers.includes(name))?.[1] : 'wrong';
    return {
      id: `${id}-${index}`,
      evaluation_id: id,
      inputs: cells.flatMap(([name, cell]) => (answers.includes(name) ? [] : [{ name, type: 'text', value: cell }])),
      outputs: [{ result: { type: 'text', value: value ?? 'an output', error: null }, cost: null, latency: 0.1 }],
      correct_answers: cells.flatMap(([key, cell]) => (answers.includes(key) ? [{ key, value: cell }] : [])),
      is_pinned: false,
      note: '',
      results: configs.map(({ config, evaluator }) => ({
        evaluator_config: config,
        result: scoreRow(evaluator, row, isRight),
      })),
    };
  });
}

function humanHandlers(state: PublicState): Handlers {
  const find = ({ at }: Asked) => {
    const found = state.humanEvaluations.find(({ id }) => id === at('evaluation_id'));
    if (found === undefined) throw new Refused(404, { detail: 'Evaluation not found' });
    return found;
  };
  const toHuman = ({ id, body }: PublicState['humanEvaluations'][number]) => {
    const ids = body['variant_ids'] as string[];
    const known = state.variants.filter((one) => ids.includes(one.id));
    // Of a deleted variant, the names are the string "None".
    const variants = [...known, ...ids.slice(known.length).map(() => null)];
    const text = (read: (variant: (typeof known)[number]) => string, none = 'None') =>
      variants.map((one) => (one === null ? none : read(one)));
    return {
      id,
      app_id: body['app_id'],
      project_id: 'p',
      evaluation_type: body['evaluation_type'],
      variant_ids: text(({ id }) => id),
      variant_names: text(nameOf),
      variants_revision_ids: text((one) => newestOf(one).id),
      revisions: text((one) => String(newestOf(one).revision), ' None'),
      testset_id: body['testset_id'],
      testset_name: state.testsets.find((one) => one.id === body['testset_id'])?.name ?? '',
      status: body['status'],
      created_at: STAMP,
      updated_at: STAMP,
    };
  };
  return {
    'GET /human-evaluations': ({ at }) =>
      state.humanEvaluations.filter(({ body }) => body['app_id'] === at('app_id')).map(toHuman),
    'POST /human-evaluations': ({ body }) => {
      requireFields(body, 'app_id', 'variant_ids', 'evaluation_type', 'inputs', 'testset_id', 'status');
      const added = { id: randomUUID(), body };
      state.humanEvaluations.push(added);
      const { app_id, variant_ids, status, evaluation_type } = body;
      return { id: added.id, app_id, variant_ids, status, evaluation_type };
    },
    'GET /human-evaluations/{evaluation_id}': (asked) => toHuman(find(asked)),
    'GET /human-evaluations/{evaluation_id}/evaluation_scenarios': (asked) => toHumanScenarios(state, find(asked)),
    'DELETE /human-evaluations': ({ body }) => {
      removeAll(state.humanEvaluations, body['evaluations_ids'] as string[]);
      throw new Refused(204, null);
    },
  };
}

/** The first case has the vote for the first variant, or a score; nobody voted on the others. What is not asked for is null. */
function toHumanScenarios(state: PublicState, { id, body }: PublicState['humanEvaluations'][number]) {
  const ids = body['variant_ids'] as string[];
  const rows = state.testsets.find((one) => one.id === body['testset_id'])?.rows ?? [];
  const isScored = body['evaluation_type'] === 'single_model_test';
  return rows.map(({ correct_answer, ...inputs }, index) => ({
    id: `${id}-${index}`,
    evaluation_id: id,
    inputs: Object.entries(inputs).map(([input_name, input_value]) => ({ input_name, input_value })),
    outputs: ids.map((variant_id) => ({ variant_id, variant_output: 'an output' })),
    vote: isScored ? null : index === 0 ? ids[0] : '',
    score: isScored ? (index === 0 ? '80' : '') : null,
    correct_answer: correct_answer ?? null,
    is_pinned: null,
    note: null,
  }));
}
