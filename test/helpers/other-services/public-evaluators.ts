import { randomUUID } from 'node:crypto';
import { STAMP, toFields } from './public-answers.ts';
import { type Fields, type Handlers, Refused, requireFields } from './json-service.ts';
import { type PublicState, removeAll } from './public-state.ts';

type StoredEvaluator = PublicState['evaluators'][number];

const setting = (label: string, type: string, more: Fields = {}) => ({ label, type, ...more });

const ANSWER = setting('Expected Answer Column', 'string', {
  default: 'correct_answer',
  required: true,
  ground_truth_key: true,
});

/** What the service has of each evaluator: it applies none of the defaults itself. @source facts §2.6.1 */
const TEMPLATES: Readonly<Record<string, Fields>> = {
  auto_exact_match: { correct_answer_key: ANSWER },
  auto_similarity_match: {
    similarity_threshold: setting('Similarity Threshold', 'number', { default: 0.5, required: true, min: 0, max: 1 }),
    correct_answer_key: ANSWER,
  },
  auto_levenshtein_distance: { threshold: setting('Threshold', 'number'), correct_answer_key: ANSWER },
  auto_json_diff: {
    compare_schema_only: setting('Compare Schema Only', 'boolean', { default: false, advanced: true }),
    correct_answer_key: ANSWER,
  },
  auto_regex_test: {
    regex_pattern: setting('Regex Pattern', 'regex', { default: '', required: true }),
    regex_should_match: setting('Match/Mismatch', 'boolean', { default: true, advanced: true }),
  },
  auto_starts_with: {
    prefix: setting('prefix', 'string', { required: true }),
    case_sensitive: setting('Case Sensitive', 'boolean', { default: true }),
  },
  auto_contains_json: {},
  // Another evaluator than those of wf, which has no usual column.
  tone_check: {
    tone: setting('Tone', 'string', { required: true }),
    answer_column: setting('Column', 'string', { required: true, ground_truth_key: true }),
  },
};

export function evaluatorHandlers(state: PublicState): Handlers {
  return {
    'GET /evaluators': () =>
      Object.entries(TEMPLATES).map(([key, settings_template]) => ({
        name: key,
        key,
        direct_use: Object.keys(settings_template).length < 2,
        settings_template,
        description: null,
        oss: true,
        tags: ['classifiers'],
      })),
    'POST /evaluators/{evaluator_key}/run': ({ at, body }) => {
      requireFields(body, 'inputs');
      return {
        outputs: { success: runOnce(at('evaluator_key'), toFields(body['inputs']), toFields(body['settings'])) },
      };
    },
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

export function toEvaluator({ id, name, key, settings }: StoredEvaluator) {
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

/** Scores one output. The expected answer is an input of its own, whatever column the settings name. @source facts §2.6 */
function runOnce(key: string, { prediction, ground_truth }: Fields, settings: Fields): boolean {
  const evaluator = { id: '', name: '', key, settings };
  const row = Object.fromEntries(answerColumnsOf(evaluator).map((column) => [column, ground_truth]));
  const problem = findProblem(evaluator, row);
  if (problem !== null) throw new Refused(500, { detail: problem });
  return prediction === ground_truth;
}

/** Columns that an evaluator reads the expected answers from. */
export function answerColumnsOf(evaluator: StoredEvaluator | undefined): string[] {
  const template = Object.entries(TEMPLATES[evaluator?.key ?? ''] ?? {}) as [string, Fields][];
  return template.flatMap(([name, { ground_truth_key: isAnswer }]) =>
    isAnswer === true ? [toText(evaluator?.settings[name])] : [],
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Scores a row by the settings that are stored, and by nothing else. @source facts §2.6.1, §3.2 */
export function scoreRow(evaluator: StoredEvaluator | undefined, row: Fields, isRight: boolean) {
  const problem = evaluator === undefined ? 'The evaluator was deleted.' : findProblem(evaluator, row);
  return problem === null
    ? { type: 'bool', value: isRight, error: null }
    : { type: 'error', value: null, error: { message: problem, stacktrace: null } };
}

function findProblem({ key, settings }: StoredEvaluator, row: Fields): string | null {
  for (const [name, template] of Object.entries(TEMPLATES[key] ?? {}) as [string, Fields][]) {
    const value = settings[name];
    if (template['ground_truth_key'] === true) {
      if (value === undefined) return 'No correct answer keys provided.';
      if (row[toText(value).replace(/^testcase\./, '')] === undefined)
        return `Correct answer column '${toText(value)}' not found in the test set.`;
    } else if (value === undefined && (template['required'] === true || template['default'] !== undefined)) {
      return `'${name}'`;
    }
  }
  return null;
}

/** The mean of an evaluator's rows; any row without a score leaves none. @source facts §2.6.1 */
export function aggregate(
  results: readonly { readonly evaluator_config: string; readonly result: ReturnType<typeof scoreRow> }[],
  id: string,
) {
  const values = results.filter(({ evaluator_config }) => evaluator_config === id).map(({ result }) => result.value);
  const isWhole = values.every((value) => value !== null);
  if (!isWhole) return { type: 'error', value: null, error: { message: 'Aggregation failed.', stacktrace: null } };
  const mean = values.reduce((sum, value) => sum + Number(value), 0) / Math.max(1, values.length);
  return { type: 'number', value: mean, error: null };
}
