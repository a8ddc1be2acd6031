import type { Client } from '../../client/create-client.ts';
import type { ListRecord, PublicListName } from '../../client/calls/paginate.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';

/** A list that is fetched page by page as the user scrolls. */
export interface PagedList<Row> {
  readonly records: AsyncIterable<Row>;
  readonly reversed: {
    /** @throws {WfError} when the service is not ours and has no counts */
    count(): Promise<number>;
    /** Iterates from the last record to the first. */
    walk(): AsyncIterable<Row>;
  };
}

/** A list of which only some records are shown: nobody counts those, and they are read from the start only. */
export interface ChosenList<Row> extends Pick<PagedList<Row>, 'records'> {
  readonly reversed: null;
}

/** The largest page the service returns. */
export const PAGE_SIZE = 1000;

/**
 * Reads a whole list page by page: a single response of a hundred thousand records would block the service's other
 * callers and use its memory.
 */
export async function readWholeList<N extends PublicListName>(
  client: Client,
  name: N,
  input: EndpointInput<N> & object,
): Promise<ListRecord<N>[]> {
  return await Array.fromAsync(client.paginate(name, { ...input, limit: PAGE_SIZE }));
}
