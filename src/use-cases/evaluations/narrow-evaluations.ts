import type { Client } from '../../client/create-client.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { STATUS_WORDS, type StatusWord } from '../../contract/evaluations/evaluation-status.ts';
import { type Condition, parseCondition } from '../../evaluation/rows/parse-condition.ts';
import { hasLabels, readSelector } from '../../contract/labels/label-rules.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { findRunning } from '../variants/find-running.ts';
import { mayBeIdPrefix } from '../records/look-up-record.ts';
import { orUnknown } from '../records/is-missing.ts';
import { type NarrowedList, narrowList } from '../records/narrow/narrow-list.ts';
import type { Narrowing } from '../records/narrow/parse-narrowing.ts';
import type { RecordFacts, SortValue } from '../records/narrow/record-facts.ts';
import { readListed } from '../apps/read-listed.ts';
import { splitRevision } from '../records/split-revision.ts';
import { resolveTestset } from '../testsets/resolve-testset.ts';
import { resolveVariant } from '../variants/resolve-variant.ts';

export interface NarrowEvaluationsOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly narrowing: Narrowing;
  /** Labels that they must have, as `team` or `team=search`. */
  readonly labels: readonly string[];
  /** Whether to list archived ones, instead of others. */
  readonly archived: boolean;
  /** `null`: any. */
  readonly status: StatusWord | null;
  /** Name or id of a variant, or `NAME@REVISION`; `null`: any. */
  readonly variant: string | null;
  /** Name or id of a test set; `null`: any. */
  readonly testset: string | null;
  /** Environment that runs the evaluated revision; `null`: any. */
  readonly environment: string | null;
  /** Conditions on scores, cost and latency, as typed; all must hold. */
  readonly where: readonly string[];
}

const FIELDS: RecordFacts<TestedEvaluation>['fields'] = {
  created: ({ created_at }) => created_at,
  updated: ({ updated_at }) => updated_at,
  variant: ({ variant_names }) => variant_names.join(', '),
  testset: ({ testset_name }) => testset_name ?? null,
  status: ({ status }) => toSortValue(status.value),
  cost: ({ total_cost }) => toSortValue(total_cost?.value),
  latency: ({ average_latency }) => toSortValue(average_latency?.value),
};
/** Fields that evaluations can be sorted by. */
export const EVALUATION_FIELDS = Object.keys(FIELDS);

const SERVICE_SORTS = ['updated', 'variant', 'testset', 'status'];

/**
 * Lists evaluations that match, oldest first. The service narrows the list by what it knows. Each record is checked again,
 * because another service ignores what it does not know.
 */
export async function narrowEvaluations(options: NarrowEvaluationsOptions): Promise<NarrowedList<TestedEvaluation>> {
  const { client, app, narrowing, labels, archived, status, environment } = options;
  const wanted = labels.map(readSelector);
  const where = options.where.map(parseCondition);
  const app_id = await resolveAppId({ client, app });
  const variant = options.variant === null ? null : await nameVariant(client, app_id, options.variant);
  const testset = options.testset === null ? null : await identifyTestset(client, app_id, options.testset);
  const running = environment === null ? null : await findRunning(client, app_id, environment);
  const only = {
    ...(status === null ? {} : { status: STATUS_WORDS[status] }),
    ...variant,
    ...(testset === null ? {} : { testset }),
    ...(environment === null ? {} : { environment }),
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  };
  const facts: RecordFacts<TestedEvaluation> = {
    createdAt: ({ created_at }) => created_at,
    names: ({ variant_names, testset_name }) => [...variant_names, ...(testset_name == null ? [] : [testset_name])],
    isWanted: (record) =>
      hasLabels(record.labels, wanted) &&
      (record.archived_at != null) === archived &&
      (status === null || record.status.value === STATUS_WORDS[status]) &&
      (variant === null || isOf(record, variant)) &&
      (testset === null || record.testset_name === testset || record.testset_id === testset) &&
      (running === null || record.variant_revision_ids.includes(running.revisionId ?? '')),
    holds: where.length === 0 ? undefined : (record) => where.every((condition) => holds(record, condition)),
    fields: FIELDS,
  };
  return narrowList(
    {
      facts,
      isNarrowed: archived || Object.keys(only).length > 0 || where.length > 0,
      serviceSorts: SERVICE_SORTS,
      request: ({ sort, ...query }, onTotal) =>
        readListed(
          client,
          app_id,
          client.paginate(
            'listEvaluations',
            { app_id, ...only, archived: archived ? 'true' : 'false', ...query, ...withSort(sort) },
            { onTotal },
          ),
        ),
    },
    narrowing,
  );
}

interface VariantQuery {
  readonly variant_name: string;
  readonly revision?: number;
}

/** Evaluations keep the name of their variant, which may be deleted: only what may be an id is looked up. */
async function nameVariant(client: Client, app_id: string, typed: string): Promise<VariantQuery> {
  const { name, ...pinned } = splitRevision(typed) ?? { name: typed };
  const found = mayBeIdPrefix(name) ? await orUnknown(resolveVariant({ client, app: app_id, variant: name })) : null;
  return { variant_name: found?.variant_name ?? name, ...pinned };
}

async function identifyTestset(client: Client, app_id: string, typed: string): Promise<string> {
  const found = mayBeIdPrefix(typed) ? await orUnknown(resolveTestset(client, typed, app_id)) : null;
  return found?.id ?? typed;
}

function isOf({ variant_names, revisions }: TestedEvaluation, { variant_name, revision }: VariantQuery): boolean {
  return variant_names.includes(variant_name) && (revision === undefined || revisions.includes(String(revision)));
}

function holds(record: TestedEvaluation, { field, holds: isMet }: Condition): boolean {
  const own = FIELDS[field];
  if (own !== undefined) return isMet(own(record));
  const score = record.aggregated_results.find(
    ({ evaluator_config: { name, evaluator_key } }) =>
      name === field || evaluator_key === field || evaluator_key === `auto_${field}`,
  );
  return score !== undefined && isMet(score.result.value ?? null);
}

function withSort(sort: string | undefined): { readonly sort?: 'updated' | 'variant' | 'testset' | 'status' } {
  return sort === 'updated' || sort === 'variant' || sort === 'testset' || sort === 'status' ? { sort } : {};
}

function toSortValue(value: unknown): SortValue {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
