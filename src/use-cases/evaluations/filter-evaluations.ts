import type { Client } from '../../client/create-client.ts';
import { filterList } from '../../client/public/filter-list.ts';
import {
  ALL,
  FILTERED_LISTS,
  type FilteredList,
  type ListFilter,
  newestFirst,
} from '../../client/public/list-filter.ts';
import { orUnknown } from '../../client/public/is-missing.ts';
import type { Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { STATUS_WORDS, type StatusWord } from '../../contract/evaluations/evaluation-status.ts';
import { parseCondition } from '../../evaluation/rows/parse-condition.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { mayBeIdPrefix, splitRevision } from '../records/look-up-record.ts';
import { ageOf } from './resolve-evaluation.ts';
import { requireRoutes, requireRouteField } from './require-routes.ts';
import { resolveTestset } from '../testsets/resolve-testset.ts';
import { resolveVariant } from '../variants/resolve-variant.ts';
import { PAGE_SIZE, type PagedList } from '../records/paged-list.ts';

export interface FilterEvaluationsOptions extends ResolveAppOptions {
  readonly filter: ListFilter;
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
  /** Path of a route; `null`: any. */
  readonly route: string | null;
  /** Environment that runs the evaluated revision; `null`: any. */
  readonly environment: string | null;
  /** Conditions on scores, cost and latency, as typed; all must hold. */
  readonly where: readonly string[];
}

export const EVALUATION_FIELDS = Object.keys(FILTERED_LISTS.listEvaluations.fields);

/** Lists evaluations that match, oldest first. */
export async function filterEvaluations(options: FilterEvaluationsOptions): Promise<FilteredList<TestedEvaluation>> {
  const { client, app, filter, labels, archived, status, route, environment } = options;
  const where = options.where.map(parseCondition);
  if (route !== null) await requireRoutes(client);
  const app_id = await resolveAppId({ client, app });
  if (route !== null) requireRouteField((await client.listEvaluations({ app_id, order: 'desc', limit: 1 }))[0]);
  const variant = options.variant === null ? null : await nameVariant(client, app_id, options.variant);
  const testset = options.testset === null ? null : await identifyTestset(client, app_id, options.testset);
  const input = {
    app_id,
    archived: archived ? 'true' : 'false',
    ...(status === null ? {} : { status: STATUS_WORDS[status] }),
    ...variant,
    ...(testset === null ? {} : { testset }),
    ...(route === null ? {} : { route }),
    ...(environment === null ? {} : { environment }),
    ...(labels.length === 0 ? {} : { label: [...labels] }),
  } as const;
  return await filterList(client, 'listEvaluations', input, filter, where);
}

interface VariantQuery {
  readonly variant_name: string;
  readonly revision?: number;
}

/**
 * Evaluations keep the name of their variant, which may be deleted: only what may be an id is looked up. A service of others
 * gives variants names of its own, so there the name of a configuration is looked up, too.
 */
async function nameVariant(client: Client, app_id: string, typed: string): Promise<VariantQuery> {
  const { name, ...pinned } = splitRevision(typed) ?? { name: typed };
  const isLookedUp = mayBeIdPrefix(name) || (await client.extensions()) === null;
  const found = isLookedUp ? await orUnknown(resolveVariant({ client, app: app_id, variant: name })) : null;
  return { variant_name: found?.variant_name ?? name, ...pinned };
}

async function identifyTestset(client: Client, app_id: string, typed: string): Promise<string> {
  const found = mayBeIdPrefix(typed) ? await orUnknown(resolveTestset(client, typed, app_id)) : null;
  return found?.id ?? typed;
}

/** Lists the evaluations of an app that started and that no process runs, oldest first. */
export async function listInterrupted({ client, app }: ResolveAppOptions): Promise<Evaluation[]> {
  const app_id = await resolveAppId({ client, app });
  const { records } = await filterList(client, 'listEvaluations', { app_id, status: 'EVALUATION_INTERRUPTED' }, ALL);
  const found: Evaluation[] = [];
  for await (const record of records) found.push(record);
  return found;
}

/** Returns the evaluations of an app as a paged list, newest first. */
export async function pageEvaluations({ client, app }: ResolveAppOptions): Promise<PagedList<Evaluation>> {
  const app_id = await resolveAppId({ client, app });
  const page = { app_id, limit: PAGE_SIZE, archived: 'false' } as const;
  const newest = client.paginate('listEvaluations', { ...page, order: 'desc' });
  return {
    records: newestFirst(newest, ageOf),
    reversed: {
      count: async () => {
        await client.require('counts of records');
        return (await client.countAppRecords({ app_id })).evaluations;
      },
      walk: () => client.paginate('listEvaluations', page),
    },
  };
}
