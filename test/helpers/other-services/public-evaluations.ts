import { randomUUID } from 'node:crypto';
import { type Asked, type Fields, type Handlers, Refused, requireFields } from './json-service.ts';
import { nameOf, newestOf, type PublicState, removeAll } from './public-state.ts';

const TIME = '2025-01-08T10:09:16.123456Z';
const STAMP = '2025-01-08 10:09:16.123456+00:00';

/** Evaluators, evaluations and human evaluations. An evaluation is finished when its status was asked for twice. */
export function evaluationHandlers(state: PublicState): Handlers {
  return { ...evaluatorHandlers(state), ...automaticHandlers(state), ...humanHandlers(state) };
}

function evaluatorHandlers(state: PublicState): Handlers {
  return {
    'GET /evaluators': () => [
      {
        name: 'Exact Match',
        key: 'auto_exact_match',
        direct_use: true,
        settings_template: {
          correct_answer_key: {
            label: 'Expected Answer Column',
            type: 'string',
            default: 'correct_answer',
            required: true,
            ground_truth_key: true,
          },
        },
        description: 'Compares with the expected answer.',
        oss: true,
        tags: ['classifiers'],
      },
    ],
    'GET /evaluators/configs': () => state.evaluators.map(toEvaluator),
    'POST /evaluators/configs': ({ body }) => {
      requireFields(body, 'app_id', 'name', 'evaluator_key', 'settings_values');
      const app = state.apps.find(({ id }) => id === body['app_id']);
      const added = {
        id: randomUUID(),
        name: `${String(body['name'])} (${app?.name ?? ''})`,
        key: String(body['evaluator_key']),
        settings: body['settings_values'] as Fields,
      };
      state.evaluators.push(added);
      return toEvaluator(added);
    },
    'DELETE /evaluators/configs/{id}': ({ at }) => {
      removeAll(state.evaluators, [at('id')]);
      return true;
    },
  };
}

function toEvaluator({ id, name, key, settings }: PublicState['evaluators'][number]) {
  return {
    id,
    name,
    project_id: 'p',
    evaluator_key: key,
    settings_values: settings,
    created_at: STAMP,
    updated_at: STAMP,
  };
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
      return { status: statusOf(found) };
    },
    'GET /evaluations/{evaluation_id}/evaluation_scenarios': (asked) => toScenarios(state, find(asked)),
    'DELETE /evaluations': ({ body }) => {
      removeAll(state.evaluations, body['evaluations_ids'] as string[]);
      throw new Refused(204, null);
    },
  };
}

type Stored = PublicState['evaluations'][number];

function statusOf({ polls }: Stored) {
  return { type: 'status', value: polls < 2 ? 'EVALUATION_STARTED' : 'EVALUATION_FINISHED', error: null };
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
    status: statusOf(stored),
    aggregated_results: isDone
      ? configs.map((config) => {
          const { project_id: _, ...evaluator_config } = toEvaluator(config);
          return { evaluator_config, result: { type: 'number', value: 0.5, error: null } };
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
  return rows.map(({ correct_answer, ...inputs }, index) => ({
    id: `${id}-${index}`,
    evaluation_id: id,
    inputs: Object.entries(inputs).map(([name, value]) => ({ name, type: 'text', value })),
    outputs: [
      {
        result: { type: 'text', value: index % 2 === 0 ? correct_answer : 'wrong', error: null },
        cost: null,
        latency: 0.1,
      },
    ],
    correct_answers: [{ key: 'correct_answer', value: correct_answer }],
    is_pinned: false,
    note: '',
    results: (body['evaluators_configs'] as string[]).map((config) => ({
      evaluator_config: config,
      result: { type: 'bool', value: index % 2 === 0, error: null },
    })),
  }));
}

function humanHandlers(state: PublicState): Handlers {
  const find = ({ at }: Asked) => {
    const found = state.humanEvaluations.find(({ id }) => id === at('evaluation_id'));
    if (found === undefined) throw new Refused(404, { detail: 'Evaluation not found' });
    return found;
  };
  const toHuman = ({ id, body }: PublicState['humanEvaluations'][number]) => {
    const ids = body['variant_ids'] as string[];
    const variants = state.variants.filter((one) => ids.includes(one.id));
    return {
      id,
      app_id: body['app_id'],
      project_id: 'p',
      evaluation_type: body['evaluation_type'],
      variant_ids: ids,
      variant_names: variants.map(nameOf),
      variants_revision_ids: variants.map((one) => newestOf(one).id),
      revisions: variants.map((one) => String(newestOf(one).revision)),
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
