import type { Key } from 'ink';
import { clamp } from '../../foundation/numbers.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';

/** Keys that change a text, as Ink names them. */
export type EditKeys = Pick<Key, 'backspace' | 'delete' | 'ctrl' | 'meta'>;

/** Applies a key to a line of text: appends, pastes or deletes; `null` for any other key. */
export function editText(text: string, input: string, key: EditKeys): string | null {
  if (key.backspace || key.delete) return withoutLast(text);
  if (key.ctrl && input === 'u') return '';
  if (key.ctrl || key.meta || input === '') return null;
  const typed = toSingleLine(input);
  return typed === '' ? null : text + typed;
}

/** Removes the last grapheme, which may consist of several code points. */
function withoutLast(text: string): string {
  const last = [...new Intl.Segmenter().segment(text)].at(-1);
  return last === undefined ? '' : text.slice(0, last.index);
}

/** Creates a predicate: whether a text contains every typed word, ignoring case. */
export function toFilter(typed: string): (text: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}

/** Keys that move through a list, as Ink names them. */
export type MoveKeys = Pick<Key, 'upArrow' | 'downArrow' | 'pageUp' | 'pageDown' | 'home' | 'end'>;

/**
 * Returns the cursor's position after a key.
 *
 * @param height - lines per page
 * @returns `null` for a key that does not move
 */
export function moveBy(key: MoveKeys, cursor: number, count: number, height: number): number | null {
  const to = targetOf(key, cursor, count, height);
  return to === null ? null : clamp(to, 0, count - 1);
}

function targetOf(key: MoveKeys, cursor: number, count: number, height: number): number | null {
  if (key.upArrow) return cursor - 1;
  if (key.downArrow) return cursor + 1;
  if (key.pageUp) return cursor - height;
  if (key.pageDown) return cursor + height;
  if (key.home) return 0;
  return key.end ? count - 1 : null;
}

/** Returns the first line to draw, so that the cursor is in the middle unless the list begins or ends there. */
export function topOf(cursor: number, count: number, height: number): number {
  return clamp(cursor - Math.floor(height / 2), 0, count - height);
}
