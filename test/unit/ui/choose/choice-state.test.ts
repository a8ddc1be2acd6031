import { expect, test } from 'vitest';
import { type ChoiceState, createChoiceReducer, startChoice } from '../../../../src/ui/choose/choice-state.ts';
import { press } from '../../../helpers/press.ts';

const LINES = ['default  revision 3', 'formal   revision 1', 'brief    revision 1'].map((text) => ({
  value: text.split(' ', 1)[0] ?? '',
  text,
}));

/** Presses keys, one after another. */
function after(keys: readonly Parameters<typeof press>[], rules = { isMany: false, isOpen: false }): ChoiceState {
  const reduce = createChoiceReducer(LINES, rules);
  return keys.reduce((state, key) => reduce(state, { ...press(...key), height: 2 }), startChoice(LINES));
}

test('Enter answers with the line under the cursor', () => {
  expect(after([[{ downArrow: true }], [{ return: true }]]).answer).toEqual(['formal']);
});

test('typing filters by every word, ignoring case, and moves the cursor to the first match', () => {
  const { shown, cursor, typed } = after([[{ end: true }], ['REVISION 1']]);
  expect([shown.map(({ value }) => value), cursor, typed]).toEqual([['formal', 'brief'], 0, 'REVISION 1']);
});

test('typed text is deleted letter by letter, or at once', () => {
  expect(after([['fä👩‍💻'], [{ backspace: true }]]).typed).toBe('fä');
  expect(after([['form'], [{ backspace: true }]]).typed).toBe('for');
  expect(after([['form'], [{ ctrl: true }, 'u']]).typed).toBe('');
});

test('letters and Enter that arrive together filter and answer', () => {
  expect(after([['bri\r']]).answer).toEqual(['brief']);
});

test('Enter without a match does nothing, unless other answers are allowed', () => {
  expect(after([['nothing'], [{ return: true }]]).answer).toBeNull();
  expect(after([['cases.csv'], [{ return: true }]], { isMany: false, isOpen: true }).answer).toEqual(['cases.csv']);
});

test.each([
  ['Escape', { escape: true }, ''],
  ['Ctrl-C', { ctrl: true }, 'c'],
  ['Ctrl-D', { ctrl: true }, 'd'],
])('%s cancels', (_, key, input) => {
  expect(after([[key, input]]).answer).toEqual([]);
});

test('if several may be chosen, the marked lines are the answer, in the order of marking', () => {
  const rules = { isMany: true, isOpen: false };
  const keys = [[{ end: true }], [' '], [{ home: true }], [{ tab: true }], [{ return: true }]] as const;
  expect(
    after(
      [...keys].map((key) => [...key]),
      rules,
    ).answer,
  ).toEqual(['brief', 'default']);
  expect(after([[' '], [' '], [{ downArrow: true }], [{ return: true }]], rules).answer).toEqual(['formal']);
  expect(after([[' '], [{ downArrow: true }], [{ return: true }]], rules).answer).toEqual(['default']);
  const { typed, marked } = after([['b']], rules);
  expect([typed, marked.size]).toEqual(['b', 0]);
});

test('escapes in a paste do not reach the filter', () => {
  expect(after([['a\u0007b']]).typed).toBe('ab');
});

test('if one may be chosen, a space is typed', () => {
  const { typed, marked } = after([['revision'], [' '], ['3']]);
  expect([typed, marked.size]).toEqual(['revision 3', 0]);
});

test('Enter answers nothing where there are no lines and nothing is typed', () => {
  const reduce = createChoiceReducer([], { isMany: false, isOpen: true });
  expect(reduce(startChoice([]), { ...press({ return: true }), height: 2 }).answer).toBeNull();
});
