import { toSingleLine } from '../layout/text/format-value.ts';

/** Keys that change a text, as Ink names them. */
export interface EditKeys {
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
}

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
