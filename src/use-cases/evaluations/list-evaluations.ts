import type { Client } from '../../client/create-client.ts';
import { filterList } from '../../client/public/filter-list.ts';
import { ALL } from '../../client/public/list-filter.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { newestFirst } from '../../client/public/newest-first.ts';
import { PAGE_SIZE, type PagedList } from '../records/paged-list.ts';

export interface ListEvaluationsOptions {
  readonly client: Client;
  readonly app: string | null;
}

/** Lists the evaluations of an app that started and that no process runs, oldest first. */
export async function listInterrupted({ client, app }: ListEvaluationsOptions): Promise<Evaluation[]> {
  const app_id = await resolveAppId({ client, app });
  const { records } = await filterList(client, 'listEvaluations', { app_id, status: 'EVALUATION_INTERRUPTED' }, ALL);
  const found: Evaluation[] = [];
  for await (const record of records) found.push(record);
  return found;
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
        await client.require('counts of records');
        return (await client.countAppRecords({ app_id })).evaluations;
      },
      walk: () => client.paginate('listEvaluations', page),
    },
  };
}
