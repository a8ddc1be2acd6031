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

/** The largest page the service returns. */
export const PAGE_SIZE = 1000;
