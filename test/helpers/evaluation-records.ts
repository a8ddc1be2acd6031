import type {
  AggregatedResult,
  EvaluationScenario,
  TestedEvaluation,
} from '../../src/contract/evaluations/evaluation.ts';

/** Creates a finished evaluation of `default@2` on the test set `cases`. */
export function evaluationOf(evaluation: Partial<TestedEvaluation> = {}): TestedEvaluation {
  return {
    id: '01932c5e-3333-7000-8000-000000000001',
    app_id: '01932c5e-0000-7000-8000-00000000000a',
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    variant_ids: ['01932c5e-1111-7000-8000-000000000001'],
    variant_names: ['default'],
    variant_revision_ids: ['01932c5e-2222-7000-8000-000000000001'],
    revisions: ['2'],
    testset_id: '01932c5e-4444-7000-8000-000000000001',
    testset_name: 'cases',
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    aggregated_results: [scoreOf('exact_match', 0.5)],
    average_cost: null,
    total_cost: null,
    average_latency: { type: 'latency', value: 0.25 },
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
    ...evaluation,
  };
}

/** Creates an evaluator's aggregated verdict; its configuration's id is its name. */
export function scoreOf(name: string, value: number | null, settings: Record<string, unknown> = {}): AggregatedResult {
  const config = {
    id: name,
    name,
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    evaluator_key: `auto_${name}`,
    settings_values: settings,
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
  };
  return { evaluator_config: config, result: { type: 'number', value } };
}

/** Of a comparison in which every row has a value. */
export const NOTHING_MISSING = { baseline: 0, candidate: 0, both: 0, losses: 0, rows: [] } as const;

export interface RowOf {
  readonly input: string;
  /** By the name of the evaluator; an error where it is null. */
  readonly scores?: Readonly<Record<string, number | boolean | null>>;
  readonly output?: string;
  readonly cost?: number | null;
  readonly latency?: number | null;
}

/** Creates a row with one input, `text`, and an expected answer, `correct_answer`, called for with all rows of that input. */
export function rowOf({ input, scores = {}, output = '', cost = null, latency = null }: RowOf): EvaluationScenario {
  const grouped = latency === null ? {} : { call_group: `calls for ${input}` };
  return {
    id: `row-${input}`,
    evaluation_id: '01932c5e-3333-7000-8000-000000000001',
    inputs: [{ name: 'text', type: 'text', value: input }],
    outputs: [{ result: { type: 'text', value: output }, cost, latency, ...grouped }],
    correct_answers: [{ key: 'correct_answer', value: input }],
    results: Object.entries(scores).map(([name, value]) => ({
      evaluator_config: name,
      result:
        value === null
          ? { type: 'error', value: null, error: { message: 'Not judged.' } }
          : { type: typeof value === 'boolean' ? 'bool' : 'number', value },
    })),
  };
}

/**
 * Yields rows one by one, as a paged list does.
 *
 * @yields the rows
 */
export async function* streamOf<T>(rows: Iterable<T>): AsyncGenerator<T> {
  yield* rows;
}
