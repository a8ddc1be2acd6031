import { PassThrough } from 'node:stream';
import { renderToString } from 'ink';
import { expect, test } from 'vitest';
import {
  type ChoiceOptions,
  type ChoiceState,
  createChoiceReducer,
  drawChoice,
  Question,
  startChoice,
} from '../../../../src/ui/choose/draw-choice.tsx';
import { editText, moveBy, topOf } from '../../../../src/ui/choose/edit-text.ts';
import { createTheme } from '../../../../src/ui/layout/theme.ts';
import { NO_KEY, press } from '../../../helpers/press.ts';
import { displayOf } from '../fixtures.ts';

const LINES = ['default  revision 3', 'formal   revision 1', 'brief    revision 1'].map((text) => ({
  value: text.split(' ', 1)[0] ?? '',
  text,
}));
const ENTER = { return: true };

/** Presses keys, one after another. */
function after(keys: readonly Parameters<typeof press>[0][], rules = {}, lines = LINES): ChoiceState {
  const reduce = createChoiceReducer(lines, { isMany: false, isOpen: false, ...rules });
  return keys.reduce<ChoiceState>((state, key) => reduce(state, { ...press(key), height: 2 }), startChoice(lines));
}

test.each([
  ['the line under the cursor', [{ downArrow: true }, ENTER], {}, ['formal']],
  ['the first match of letters that arrive with Enter', ['bri\r'], {}, ['brief']],
  ['nothing where there is no match', ['nothing', ENTER], {}, null],
  ['the typed text where other answers are allowed', ['cases.csv', ENTER], { isOpen: true }, ['cases.csv']],
  ['nothing, cancelled by Escape', [{ escape: true }], {}, []],
  [
    'the marked lines, in the order of marking',
    [{ end: true }, ' ', { home: true }, { tab: true }, ENTER],
    { isMany: true },
    ['brief', 'default'],
  ],
  [
    'the line under the cursor if none is marked any more',
    [' ', ' ', { downArrow: true }, ENTER],
    { isMany: true },
    ['formal'],
  ],
  ['the marked line, wherever the cursor is', [' ', { downArrow: true }, ENTER], { isMany: true }, ['default']],
])('the answer is %s', (_, keys, rules, answer) => {
  expect(after(keys, rules).answer).toEqual(answer);
});

test('Enter answers nothing where there are no lines and nothing is typed', () => {
  expect(after([ENTER], { isOpen: true }, []).answer).toBeNull();
});

test.each(['c', 'd'])('Ctrl-%s cancels', (input) => {
  const reduce = createChoiceReducer(LINES, { isMany: false, isOpen: false });
  expect(reduce(startChoice(LINES), { ...press({ ctrl: true }, input), height: 2 }).answer).toEqual([]);
});

test('typing filters by every word, ignoring case, and moves the cursor to the first match', () => {
  const { shown, cursor, typed } = after([{ end: true }, 'REVISION 1']);
  expect([shown.map(({ value }) => value), cursor, typed]).toEqual([['formal', 'brief'], 0, 'REVISION 1']);
});

test('a space is typed if one may be chosen, and escapes in a paste do not reach the filter', () => {
  expect(after(['revision', ' ', '3'])).toMatchObject({ typed: 'revision 3', marked: new Set() });
  expect(after(['a\u0007b']).typed).toBe('ab');
});

test.each<[string, string, string, Partial<typeof NO_KEY>, string | null]>([
  ['a letter is added', 'ab', 'c', {}, 'abc'],
  ['a pasted text is added as one line', 'ab', 'c\nd', {}, 'abc d'],
  ['backspace removes the last character', 'ab', '', { backspace: true }, 'a'],
  ['delete, as some terminals send backspace, removes it, too', 'ab', '', { delete: true }, 'a'],
  ['an emoji of several code points is removed whole', 'a👩‍👩‍👧', '', { backspace: true }, 'a'],
  ['there is nothing to remove from an empty text', '', '', { backspace: true }, ''],
  ['Ctrl-U empties the text', 'ab', 'u', { ctrl: true }, ''],
  ['another key with Ctrl is not for the text', 'ab', 'c', { ctrl: true }, null],
  ['a key with Alt is not for the text', 'ab', 'c', { meta: true }, null],
  ['a key without a character is not for the text', 'ab', '', {}, null],
])('%s', (_, text, input, key, edited) => {
  expect(editText(text, input, { ...NO_KEY, ...key })).toBe(edited);
});

test.each([
  ['up', { upArrow: true }, 5, 10, 4],
  ['down', { downArrow: true }, 5, 10, 6],
  ['a page up', { pageUp: true }, 5, 10, 2],
  ['a page down', { pageDown: true }, 5, 10, 8],
  ['home', { home: true }, 5, 10, 0],
  ['end', { end: true }, 5, 10, 9],
  ['up at the first line', { upArrow: true }, 0, 10, 0],
  ['a page down near the end', { pageDown: true }, 8, 10, 9],
  ['down in an empty list', { downArrow: true }, 0, 0, 0],
  ['another key', { tab: true }, 5, 10, null],
])('%s moves the cursor within the list', (_, key, from, count, to) => {
  expect(moveBy({ ...NO_KEY, ...key }, from, count, 3)).toBe(to);
});

test('the cursor is in the middle if the list continues at both ends', () => {
  expect([0, 1, 5, 9].map((cursor) => topOf(cursor, 10, 4))).toEqual([0, 0, 3, 6]);
  expect(topOf(1, 2, 4)).toBe(0);
});

const OPTIONS: ChoiceOptions = {
  question: 'Which variant?',
  choices: [],
  isMany: false,
  isOpen: false,
  display: displayOf({ columns: 60 }),
};

test('several lines are chosen on a terminal, and a long name does not push the facts of others away', async () => {
  const ignored = () => undefined;
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: ignored, ref: ignored, unref: ignored });
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 60, rows: 24 });
  let written = '';
  stderr.on('data', (chunk: Buffer) => void (written += String(chunk)));
  const choices = [
    { value: 'n'.repeat(50), facts: [{ kind: 'integer' as const, value: 3 }] },
    { value: 'short', facts: [{ kind: 'text' as const, value: 'of ana' }] },
  ];
  const streams = { stdin, stderr } as never; // what Ink uses of a terminal
  const answered = drawChoice({ ...OPTIONS, choices, isMany: true }, streams);
  for (const [shown, key] of [
    [`> [ ] ${'n'.repeat(50)}  3\n  [ ] short${' '.repeat(35)}  of ana\n`, ' '],
    ['> [x] n', '\u001B[B'],
    ['> [ ] short', ' '],
    ['> [x] short', '\r'],
  ] as const) {
    await expect.poll(() => written).toContain(shown);
    stdin.write(key);
  }
  expect(await answered).toEqual(['n'.repeat(50), 'short']);
});

/** Draws a question with so many lines. */
function draw(count: number, options: Partial<ChoiceOptions> = {}): string[] {
  const lines = Array.from({ length: count }, (_, index) => ({ value: `v${index}`, text: `variant ${index}` }));
  const view = { ...OPTIONS, ...options, lines, theme: createTheme(false), onAnswer: () => undefined };
  return renderToString(<Question {...view} />, { columns: 60 }).split('\n');
}

test('a question shows its lines, and how to answer', () => {
  expect(draw(1)).toEqual([
    'Which variant?',
    'Type to filter',
    '> variant 0',
    '1 · ↑↓ move · enter choose · esc cancel',
  ]);
  expect(draw(1, { isMany: true, isOpen: true })).toEqual([
    'Which variant?',
    'Type to filter, or another answer',
    '> [ ] variant 0',
    '1 · ↑↓ move · space mark · enter choose · esc cancel',
  ]);
});

test.each([
  [24, 40, 12],
  [10, 40, 5],
  [3, 40, 1],
  [24, 2, 2],
])('in %i rows, of %i lines %i are shown', (rows, lines, shown) => {
  const frame = draw(lines, { display: displayOf({ columns: 60, rows }) });
  expect(frame.filter((line) => line.includes('variant '))).toHaveLength(shown);
  expect(frame.at(-1)).toContain(`${lines} · ↑↓ move`);
});
