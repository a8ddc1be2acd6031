import { diffWordsWithSpace } from 'diff';

/** A piece of text that is on both sides or only on one. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A diff with more edits is slow to compute and nobody would read it. */
const MAX_EDITS = 2000;

/**
 * Compares two texts word by word, including whitespace.
 *
 * @returns `null` when the texts have too little in common for a useful diff
 */
export function diffWords(before: string, after: string): WordChange[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (changes === undefined) return null;
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
