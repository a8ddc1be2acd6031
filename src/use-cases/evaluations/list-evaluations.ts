import type { Client } from '../../client/create-client.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { isInterrupted } from '../../contract/evaluations/evaluation-status.ts';
import { readWholeList } from '../records/read-whole-list.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { newestFirst, PAGE_SIZE, type PagedList } from '../records/paged-list.ts';
import { requireExtensions } from '../session/require-extensions.ts';

export interface ListEvaluationsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Lists the evaluations of an app that started and that no process runs, oldest first. */
export async function listInterrupted({ client, app }: ListEvaluationsOptions): Promise<Evaluation[]> {
  const app_id = await resolveAppId({ client, app });
  const found = await readWholeList(client, 'listEvaluations', { app_id, status: 'EVALUATION_INTERRUPTED' });
  // Another service ignores the status.
  return found.filter(({ status }) => isInterrupted(status));
}

/** Returns the evaluations of an app as a paged list, newest first. */
export async function pageEvaluations({ client, app }: ListEvaluationsOptions): Promise<PagedList<Evaluation>> {
  const app_id = await resolveAppId({ client, app });
  const page = { app_id, limit: PAGE_SIZE, archived: 'false' } as const;
  const newest = client.paginate('listEvaluations', { ...page, order: 'desc' });
  return {
    records: newestFirst(newest, ({ created_at, id }) => `${created_at} ${id}`),
    reversed: {
      count: async () => {
        const extended = await requireExtensions(client, 'counts of records');
        return (await extended.countAppRecords({ app_id })).evaluations;
      },
      walk: () => client.paginate('listEvaluations', page),
    },
  };
}
