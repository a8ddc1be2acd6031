import type { EndpointName } from '../../contract/endpoints.ts';

/**
 * Mends what the public service is known to answer otherwise than the interface has it, before the answer is checked.
 * What is right already passes unchanged, so our own service never notices.
 *
 * @source facts §1.4, §2, §3.3
 */
export function mendAnswer(name: EndpointName, answer: unknown): unknown {
  return mendWhole(name, Array.isArray(answer) ? answer.map(mendRecord) : mendRecord(answer));
}

/** A 204 or a null where the interface has an empty list, a confirmation, or nothing at all. */
function mendWhole(name: EndpointName, answer: unknown): unknown {
  const empty = EMPTY_ANSWERS[name];
  if (empty === undefined) return answer;
  return empty.ignoresBody || answer === null || answer === undefined ? empty.value : answer;
}

const NOTHING = { ignoresBody: true, value: null };
const NO_RECORDS = { ignoresBody: false, value: [] };

const EMPTY_ANSWERS: Partial<Record<EndpointName, { readonly ignoresBody: boolean; readonly value: unknown }>> = {
  deleteApp: NOTHING,
  deleteVariant: NOTHING,
  deleteKey: NOTHING,
  updateVariantParameters: NOTHING,
  deployToEnvironment: NOTHING,
  deleteEvaluatorConfig: { ignoresBody: false, value: true },
  deleteTestsets: NO_RECORDS,
};

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mendRecord(value: unknown): unknown {
  if (!isFields(value)) return value;
  return mendRevisions(mendResults(mendNoneIds(mendUnderscoreId(value))));
}

/** Test sets are listed with the key `_id`. */
function mendUnderscoreId({ _id, ...record }: Fields): Fields {
  return _id === undefined ? record : { id: _id, ...record };
}

const NULLABLE_IDS = [
  'modified_by_id',
  'deployed_app_variant_id',
  'deployed_app_variant_revision_id',
  'deployed_app_variant_revision',
  'deployment',
  'organization_id',
  'workspace_id',
];

/** A missing id is answered as the string "None". */
function mendNoneIds(record: Fields): Fields {
  const isNone = ([key, value]: [string, unknown]) => value === 'None' && NULLABLE_IDS.includes(key);
  const entries = Object.entries(record);
  if (!entries.some(isNone)) return record;
  return Object.fromEntries(entries.map((entry) => (isNone(entry) ? [entry[0], null] : entry)));
}

/** An environment's revisions carry the same "None". */
function mendRevisions(record: Fields): Fields {
  const { revisions } = record;
  if (!Array.isArray(revisions) || !revisions.some(isFields)) return record;
  return { ...record, revisions: revisions.map((one: unknown) => (isFields(one) ? mendNoneIds(one) : one)) };
}

/** An aggregated result's evaluator lacks `project_id`, and is empty once the evaluator was deleted. */
function mendResults(record: Fields): Fields {
  const project_id = record['project_id'] ?? '';
  const mended = Object.fromEntries(
    ['aggregated_results', 'results'].flatMap((key) => {
      const results = record[key];
      return Array.isArray(results) ? [[key, results.map((one: unknown) => mendResult(one, project_id))]] : [];
    }),
  );
  return { ...record, ...mended };
}

const DELETED_EVALUATOR = {
  id: '',
  name: 'deleted evaluator',
  evaluator_key: '',
  settings_values: null,
  created_at: '',
  updated_at: '',
};

function mendResult(result: unknown, project_id: unknown): unknown {
  if (!isFields(result) || !isFields(result['evaluator_config'])) return result;
  return { ...result, evaluator_config: { ...DELETED_EVALUATOR, project_id, ...result['evaluator_config'] } };
}

/** A refusal as the service put it. */
export interface RefusalFacts {
  readonly status: number;
  readonly detail: string;
}

/**
 * Reads the status that was meant: the public service answers 500 or 400 where it means 404 or 409, and puts the meant
 * status in front of the sentence, as in "404: Evaluation with id … not found".
 *
 * @source facts §2.1, §3.4, §3.5
 */
export function mendRefusal({ status, detail }: RefusalFacts): RefusalFacts {
  const [, prefix, rest] = /^([45]\d\d): (.+)/.exec(detail) ?? [];
  if (prefix !== undefined && rest !== undefined) return { status: Number(prefix), detail: rest };
  if (status !== 500 && status !== 400) return { status, detail };
  const meant = MEANT.find(({ says }) => says.test(detail));
  return { status: meant?.status ?? status, detail };
}

/** What the public service's sentences mean, where its status means nothing. @source facts §2.1, §3.4, §3.5 */
const MEANT = [
  { says: /\balready exists\b/i, status: 409 },
  { says: /\bnot found\b|^No \w+ with ID\b.* found$/i, status: 404 },
] as const;

/** The whole detail of a 404 for a path that is no endpoint. @source FastAPI "Not Found"; Go's net/http "404 page not found" */
const UNKNOWN_PATH = /^(not found)?\.?$|^404 page not found$/i;

/** Answers whether the detail of a 404 is that of a path that leads nowhere. */
export function isUnknownPath(detail: string): boolean {
  return UNKNOWN_PATH.test(detail);
}
