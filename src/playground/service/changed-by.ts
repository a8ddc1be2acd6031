import type { AppChanges } from '../../contract/audit/app-changes.ts';
import type { RecordKind } from '../../contract/audit/audit-entry.ts';
import { isRecord } from '../../foundation/record.ts';
import type { EndpointKey } from './request.ts';

/** What decides what a variant runs, and what its fields mean. */
const CODE = ['deployment', 'variant'] as const;

/**
 * The endpoints that views of an app read, each with the kinds of records that its answer shows. None: its answer stays
 * the same, or its view asks again itself.
 */
export const CHANGED_BY = {
  'GET /apps': ['app'],
  'GET /apps/{app_id}/environments': ['environment', 'variable', ...CODE],
  'GET /apps/{app_id}/environments/{environment_name}/variables': ['environment', 'variable'],
  'GET /apps/{app_id}/revisions/{environment_name}': ['environment', 'variable', ...CODE],
  'GET /apps/{app_id}/routes': CODE,
  'GET /apps/{app_id}/variants': ['environment', ...CODE],
  'GET /bases': CODE,
  'GET /evaluations': ['evaluation', 'environment', 'testset'],
  'GET /evaluations/{evaluation_id}': ['evaluation', 'testset'],
  'GET /evaluations/{evaluation_id}/comparison': ['evaluation'],
  'GET /evaluations/{evaluation_id}/evaluation_scenarios': [],
  'GET /evaluations/{evaluation_id}/events': ['evaluation'],
  'GET /evaluations/{evaluation_id}/summary': ['evaluation'],
  'GET /evaluators': ['evaluator', ...CODE],
  'GET /evaluators/configs': ['evaluator'],
  'GET /human-evaluations': ['human evaluation', 'voter'],
  'GET /human-evaluations/{evaluation_id}': ['human evaluation', 'voter'],
  'GET /human-evaluations/{evaluation_id}/links': ['human evaluation', 'voter'],
  'GET /human-evaluations/{evaluation_id}/outputs': ['human evaluation', 'evaluation'],
  'GET /human-evaluations/{evaluation_id}/results': ['human evaluation', 'voter'],
  'GET /human-evaluations/{evaluation_id}/voters': ['human evaluation', 'voter'],
  'GET /status': [
    'environment',
    'evaluation',
    'evaluator',
    'human evaluation',
    'testset',
    'variable',
    'voter',
    ...CODE,
  ],
  'GET /testsets': ['testset'],
  'GET /testsets/{testset_id}': ['testset'],
  'GET /testsets/{testset_id}/revisions': ['testset'],
  'GET /testsets/{testset_id}/rows': ['testset'],
  'GET /variants/{variant_id}': ['environment', ...CODE],
  'GET /variants/{variant_id}/revisions': ['environment', ...CODE],
  'GET /variants/{variant_id}/revisions/{revision}': [],
  'POST /evaluations/plan': ['evaluation', 'evaluator', 'testset', ...CODE],
} as const satisfies { readonly [K in EndpointKey]?: readonly RecordKind[] };

/** An endpoint whose answer is kept up to date. */
export type WatchedKey = keyof typeof CHANGED_BY;

/** Kinds whose change may alter all: an import, a renaming, what the service itself deletes. */
const OF_ALL: readonly string[] = ['app', 'service'] satisfies RecordKind[];

/** What any record shows may have changed. */
export const ALL_CHANGED: AppChanges = { all: true, records: [] };

/** Answers whether what was read by an input may be another by now. @param reads - the endpoints that were read */
export function isChangedBy({ all, records }: AppChanges, reads: readonly WatchedKey[], input: unknown): boolean {
  if (areFixedRows(reads, input)) return false;
  const kinds = reads.flatMap((key): readonly string[] => CHANGED_BY[key]);
  if (all) return kinds.length > 0;
  return records.some(
    ({ kind, id }) =>
      kinds.length > 0 && (OF_ALL.includes(kind) || (kinds.includes(kind) && !isOfOther(kind, id, input))),
  );
}

/** Records of which an input names those that it reads. */
const NAMED: Readonly<Record<string, string>> = { evaluation: '"evaluation_id"', testset: '"testset_id"' };

/** Answers whether a record changed that is none of those that an input names. */
function isOfOther(kind: string, id: string | null, input: unknown): boolean {
  const name = NAMED[kind];
  if (name === undefined || id === null) return false;
  const text = JSON.stringify(input ?? null);
  return text.includes(name) && !text.includes(id);
}

/** Answers whether the rows of a named revision were read, which never change. */
function areFixedRows(reads: readonly WatchedKey[], input: unknown): boolean {
  return reads.every((key) => key === 'GET /testsets/{testset_id}/rows') && isRecord(input) && 'revision' in input;
}
