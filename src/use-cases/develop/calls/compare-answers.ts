import { isDeepStrictEqual } from 'node:util';
import type { RouteAnswer } from '../../../client/calls/call-route.ts';
import { diffWords, type WordChange } from '../../variants/diff-configurations.ts';

/** What two answers have in common. */
export interface ComparedAnswers {
  readonly is_same: boolean;
  /** Word diff of texts or indented JSON; `null` if they are equal, one is missing, or almost everything differs. */
  readonly words: readonly WordChange[] | null;
}

/** Compares two answers of a route; `null`: the call failed. */
export function compareAnswers(before: RouteAnswer | null, after: RouteAnswer | null): ComparedAnswers {
  if (before === null || after === null) return { is_same: false, words: null };
  if (isDeepStrictEqual(before.data, after.data)) return { is_same: true, words: null };
  return { is_same: false, words: diffWords(toText(before.data), toText(after.data)) };
}

function toText(data: unknown): string {
  return typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? 'null');
}
