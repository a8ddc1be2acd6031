import type { EndpointName } from '../../contract/endpoints.ts';
import { SETTING_TYPES } from '../../contract/evaluators/setting-types.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';

/**
 * Fixes the known deviations of the public service from the interface, before the response is checked. Correct
 * responses, such as those of our own service, pass unchanged.
 *
 * @source facts §1.4, §2, §3.3
 */
export function fixAnswer(name: EndpointName, answer: unknown): unknown {
  return fixWhole(name, Array.isArray(answer) ? answer.map(fixRecord) : fixRecord(answer));
}

/** Replaces a 204 or a null by the empty list, the confirmation or the empty response that the interface promises. */
function fixWhole(name: EndpointName, answer: unknown): unknown {
  const empty = EMPTY_ANSWERS[name];
  if (empty === undefined) return answer;
  return empty.ignoresBody || answer === null ? empty.value : answer;
}

const NOTHING = { ignoresBody: true, value: null };
const NO_RECORDS = { ignoresBody: false, value: [] };

const EMPTY_ANSWERS: Partial<Record<EndpointName, { readonly ignoresBody: boolean; readonly value: unknown }>> = {
  deleteApp: NOTHING,
  deleteVariant: NOTHING,
  deleteKey: { ignoresBody: false, value: {} },
  updateVariantParameters: NOTHING,
  deployToEnvironment: NOTHING,
  deleteEvaluatorConfig: { ignoresBody: false, value: true },
  deleteTestsets: NO_RECORDS,
};

function fixRecord(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return FIXES.reduce<UnknownRecord>((record, fix) => fix(record), value);
}

const FIXES = [
  fixUnderscoreId,
  fixNoneIds,
  fixDeletedVariants,
  fixResults,
  fixRevisions,
  fixSwappedTimes,
  fixStatus,
  fixScore,
  fixTemplate,
  fixCount,
];

/** Drops the key `_id`, which our service answers next to `id` for clients of the public one. */
export function dropAliases(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(dropAliases);
  return isRecord(answer) ? fixUnderscoreId(answer) : answer;
}

/** Test sets are listed with the key `_id`. */
function fixUnderscoreId({ _id, ...record }: UnknownRecord): UnknownRecord {
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

/** The public service sends a missing id as the string "None". */
function fixNoneIds(record: UnknownRecord): UnknownRecord {
  const isNone = ([key, value]: [string, unknown]) => value === 'None' && NULLABLE_IDS.includes(key);
  const entries = Object.entries(record);
  if (!entries.some(isNone)) return record;
  return Object.fromEntries(entries.map((entry) => (isNone(entry) ? [entry[0], null] : entry)));
}

/** Of a deleted variant, an evaluation has the string "None", in `revisions` with a blank before it. @source facts §3.3 */
function fixDeletedVariants(record: UnknownRecord): UnknownRecord {
  const { variant_names: names, revisions } = record;
  if (!Array.isArray(names) || !Array.isArray(revisions)) return record;
  const isNone = (value: unknown) => typeof value === 'string' && /^ ?None$/.test(value);
  if (![...names, ...revisions].some(isNone)) return record;
  return {
    ...record,
    variant_names: names.map((name: unknown) => (isNone(name) ? 'a deleted variant' : name)),
    revisions: revisions.map((revision: unknown) => (isNone(revision) ? '' : revision)),
  };
}

/** The public service swaps the two times of a variant; nothing is updated before it exists. */
function fixSwappedTimes(record: UnknownRecord): UnknownRecord {
  const { variant_id, created_at, updated_at } = record;
  if (variant_id === undefined || typeof created_at !== 'string' || typeof updated_at !== 'string') return record;
  if (!(Date.parse(created_at) > Date.parse(updated_at))) return record;
  return { ...record, created_at: updated_at, updated_at: created_at };
}

/** The revisions of an environment contain the same "None". */
function fixRevisions(record: UnknownRecord): UnknownRecord {
  const { revisions } = record;
  if (!Array.isArray(revisions) || !revisions.some(isRecord)) return record;
  return { ...record, revisions: revisions.map((one: unknown) => (isRecord(one) ? fixNoneIds(one) : one)) };
}

/** The evaluator of an aggregated result lacks `project_id`, and is empty if the evaluator was deleted. */
function fixResults(record: UnknownRecord): UnknownRecord {
  const project_id = record['project_id'] ?? '';
  const fixed = Object.fromEntries(
    ['aggregated_results', 'results'].flatMap((key) => {
      const results = record[key];
      return Array.isArray(results) ? [[key, results.map((one: unknown) => fixResult(one, project_id))]] : [];
    }),
  );
  return { ...record, ...fixed };
}

const DELETED_EVALUATOR = {
  id: '',
  name: 'deleted evaluator',
  evaluator_key: '',
  settings_values: null,
  created_at: '',
  updated_at: '',
};

function fixResult(result: unknown, project_id: unknown): unknown {
  if (!isRecord(result) || !isRecord(result['evaluator_config'])) return result;
  return { ...result, evaluator_config: { ...DELETED_EVALUATOR, project_id, ...result['evaluator_config'] } };
}

/**
 * The status of an evaluation may be in the type of its result, which then has no value. @source seed §3; facts §3.1
 */
function fixStatus(record: UnknownRecord): UnknownRecord {
  const { status } = record;
  if (!isRecord(status) || status['value'] != null || status['type'] === 'status') return record;
  const value = status['type'] === 'error' ? 'EVALUATION_FAILED' : status['type'];
  return { ...record, status: { ...status, type: 'status', value } };
}

/** A person's score may be a number. @source public client */
function fixScore(record: UnknownRecord): UnknownRecord {
  const { score } = record;
  return typeof score === 'number' ? { ...record, score: String(score) } : record;
}

/** The template of an evaluator's settings may have anything in the place of a setting. @source public client */
function fixTemplate(record: UnknownRecord): UnknownRecord {
  const { settings_template: template } = record;
  if (!isRecord(template) || Object.values(template).every(isSetting)) return record;
  const settings = Object.entries(template).flatMap(([key, setting]) =>
    isRecord(setting) ? [[key, { ...setting, label: toText(setting['label']) ?? key, type: typeOf(setting) }]] : [],
  );
  return { ...record, settings_template: Object.fromEntries(settings) };
}

function isSetting(value: unknown): boolean {
  return isRecord(value) && typeof value['label'] === 'string' && value['type'] === typeOf(value);
}

/** What is typed for a setting of a type that we do not know is sent as text. */
function typeOf({ type }: UnknownRecord): string {
  return SETTING_TYPES.some((known) => known === type) ? String(type) : 'string';
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A page of spans may lack the number of all that match. @source public client */
function fixCount(record: UnknownRecord): UnknownRecord {
  const { spans, count } = record;
  return Array.isArray(spans) && count == null ? { ...record, count: spans.length } : record;
}
