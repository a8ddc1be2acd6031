import { diffWordsWithSpace } from 'diff';

/** A stretch of text that both sides have, or one of them. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Above this many differing words a diff would not be read, and takes long to find. */
const MOST_EDITS = 2000;

/**
 * Compares two texts word by word. Blanks and line breaks count.
 *
 * @returns `null` when they have so little in common that only the whole texts say anything
 */
export function diffWords(before: string, after: string): WordChange[] | null {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return null;
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
