import type { Client } from '../../client/create-client.ts';
import type { ListRecord, PublicListName } from '../../client/calls/paginate.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import { PAGE_SIZE } from './paged-list.ts';

/**
 * Reads a whole list page by page: a single response of a hundred thousand records would block the service's other
 * callers and use its memory.
 */
export async function readWholeList<N extends PublicListName>(
  client: Client,
  name: N,
  input: EndpointInput<N> & object,
): Promise<ListRecord<N>[]> {
  const records: ListRecord<N>[] = [];
  for await (const record of client.paginate(name, { ...input, limit: PAGE_SIZE })) records.push(record);
  return records;
}
