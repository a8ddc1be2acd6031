import { expect, test } from 'vitest';
import { editText } from '../../../../src/ui/choose/edit-text.ts';

const NONE = { backspace: false, delete: false, ctrl: false, meta: false };

test.each<[string, string, string, Partial<typeof NONE>, string | null]>([
  ['a letter is added', 'ab', 'c', {}, 'abc'],
  ['a pasted text is added as one line', 'ab', 'c\nd', {}, 'abc d'],
  ['backspace removes the last character', 'ab', '', { backspace: true }, 'a'],
  ['delete, as some terminals send backspace, removes it, too', 'ab', '', { delete: true }, 'a'],
  ['an emoji of several code points is removed whole', 'a👩‍👩‍👧', '', { backspace: true }, 'a'],
  ['there is nothing to remove from an empty text', '', '', { backspace: true }, ''],
  ['Ctrl-U empties the text', 'ab', 'u', { ctrl: true }, ''],
  ['u without Ctrl is a letter', 'ab', 'u', {}, 'abu'],
  ['another key with Ctrl is not for the text', 'ab', 'c', { ctrl: true }, null],
  ['a key with Alt is not for the text', 'ab', 'c', { meta: true }, null],
  ['a key without a character is not for the text', 'ab', '', {}, null],
])('%s', (_, text, input, key, edited) => {
  expect(editText(text, input, { ...NONE, ...key })).toBe(edited);
});
