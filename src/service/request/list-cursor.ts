import { createHash } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { invalidCursor } from '../store/page.ts';

/** Cursors of one list: the same endpoint with the same parameters, filters and order. */
export interface ListCursors {
  /** Marks a cursor with its list. */
  readonly mark: (cursor: string) => string;
  /**
   * Returns the cursor without its mark.
   *
   * @throws {WF_INVALID_INPUT} for a cursor of another list, which would begin anywhere
   */
  readonly unmark: (cursor: string) => string;
}

/** In characters of base64url, as the cursor itself. */
const MARK_LENGTH = 6;

export function cursorsOf(endpoint: Endpoint, input: Readonly<Record<string, unknown>>): ListCursors {
  return {
    mark: (cursor) => `${markOf(endpoint, input)}${cursor}`,
    unmark: (cursor) => {
      if (cursor.startsWith(markOf(endpoint, input))) return cursor.slice(MARK_LENGTH);
      throw invalidCursor();
    },
  };
}

function markOf({ path }: Endpoint, input: Readonly<Record<string, unknown>>): string {
  const { cursor: _cursor, limit: _limit, tail: _tail, total: _total, ...list } = input;
  const parts = Object.entries(list).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([path, parts]));
  return hash.digest('base64url').slice(0, MARK_LENGTH);
}
