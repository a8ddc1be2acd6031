import type { Client } from '../../client/create-client.ts';
import { filterRecords } from '../../client/public/filter-list.ts';
import { SHORT_LISTS } from '../../client/public/filtered-lists.ts';
import type { FilteredList, ListFilter } from '../../client/public/list-filter.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { readWholeList } from '../records/read-whole-list.ts';

export interface FilterHumanEvaluationsOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly filter: ListFilter;
}

/** Fields that human evaluations can be sorted by. */
export const HUMAN_EVALUATION_FIELDS = Object.keys(SHORT_LISTS.humanEvaluations.fields);

/** Lists the human evaluations of an app that match, oldest first. */
export async function filterHumanEvaluations({
  client,
  app,
  filter,
}: FilterHumanEvaluationsOptions): Promise<FilteredList<HumanEvaluation>> {
  const app_id = await resolveAppId({ client, app });
  const all = await readWholeList(client, 'listHumanEvaluations', { app_id });
  return filterRecords(all, SHORT_LISTS.humanEvaluations, filter);
}
