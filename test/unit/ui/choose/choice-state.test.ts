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

test('Enter answers with the line the cursor is on', () => {
  expect(after([[{ downArrow: true }], [{ return: true }]]).answer).toEqual(['formal']);
});

test('what is typed filters by every word, in any case, and the cursor goes to the first line left', () => {
  const { shown, cursor, typed } = after([[{ end: true }], ['REVISION 1']]);
  expect([shown.map(({ value }) => value), cursor, typed]).toEqual([['formal', 'brief'], 0, 'REVISION 1']);
});

test('what was typed is taken back letter by letter, or at once', () => {
  expect(after([['fä👩‍💻'], [{ backspace: true }]]).typed).toBe('fä');
  expect(after([['form'], [{ backspace: true }]]).typed).toBe('for');
  expect(after([['form'], [{ ctrl: true }, 'u']]).typed).toBe('');
});

test('letters and Enter in one piece filter and answer', () => {
  expect(after([['bri\r']]).answer).toEqual(['brief']);
});

test('Enter on nothing answers nothing, unless another answer is taken', () => {
  expect(after([['nothing'], [{ return: true }]]).answer).toBeNull();
  expect(after([['cases.csv'], [{ return: true }]], { isMany: false, isOpen: true }).answer).toEqual(['cases.csv']);
});

test.each([
  ['Escape', { escape: true }, ''],
  ['Ctrl-C', { ctrl: true }, 'c'],
  ['Ctrl-D', { ctrl: true }, 'd'],
])('%s leaves with no answer', (_, key, input) => {
  expect(after([[key, input]]).answer).toEqual([]);
});

test('where several may be chosen, those that are marked are the answer, in the order they were', () => {
  const rules = { isMany: true, isOpen: false };
  const keys = [[{ end: true }], [' '], [{ home: true }], [{ tab: true }], [{ return: true }]] as const;
  expect(
    after(
      [...keys].map((key) => [...key]),
      rules,
    ).answer,
  ).toEqual(['brief', 'default']);
  expect(after([[' '], [' '], [{ downArrow: true }], [{ return: true }]], rules).answer).toEqual(['formal']);
});

test('escapes in a paste do not come into the filter', () => {
  expect(after([['a\u0007b']]).typed).toBe('ab');
});
