import { expect, test } from 'vitest';
import { findLabelMistake, hasLabels, readSelector } from '../../../../src/contract/labels/label-rules.ts';
import { Labels, LabelSelector, MetadataChange } from '../../../../src/contract/labels/labels.ts';

const NAME_RULE =
  'The name of a label has 1 to 63 letters, digits, dots, hyphens, underscores or slashes, and a letter or digit at both ends';
const CONTROL = 'The value of a label must not contain control characters';
const SURROGATE = 'The value of a label must not contain half of a surrogate pair';

test('a selector is a name, or a name and a value', () => {
  expect(readSelector('team')).toEqual({ name: 'team', value: null });
  expect(readSelector('team=a=b')).toEqual({ name: 'team', value: 'a=b' });
  const selectors = ['team', 'team=a b', 'team=', 'my team', ''];
  expect(selectors.map((text) => LabelSelector.safeParse(text).success)).toEqual([true, true, false, false, false]);
});

test('the longest selector has the longest name and the longest value', () => {
  const longest = `${'a'.repeat(63)}=${'b'.repeat(200)}`;
  expect(LabelSelector.parse(longest)).toBe(longest);
  expect(LabelSelector.safeParse(`${longest}b`).success).toBe(false);
});

test.each([
  ['my team', 'x', NAME_RULE],
  ['', 'x', NAME_RULE],
  ['-a', 'x', NAME_RULE],
  ['a-', 'x', NAME_RULE],
  ['a\n', 'x', NAME_RULE],
  ['a'.repeat(64), 'x', NAME_RULE],
  ['team', null, 'Write NAME=VALUE'],
  ['team', '', 'Write NAME=VALUE'],
  ['team', 'x'.repeat(201), 'The value of a label has at most 200 characters'],
  ['team', 'a\ud800', SURROGATE],
  ['team', 'a\u0007', CONTROL],
  ['team', '\u009fa', CONTROL],
])('what is wrong with the label %o=%o is said', (name, value, mistake) => {
  expect(findLabelMistake(name, value)).toBe(mistake);
});

test.each([
  ['a', 'x'.repeat(200)],
  ['7', ' '],
  ['example.com/cost-centre_2', 'é 🙂'],
  ['a'.repeat(63), 'x'],
])('the label %o=%o is valid', (name, value) => {
  expect(findLabelMistake(name, value)).toBeNull();
  expect(Labels.parse({ [name]: value })).toEqual({ [name]: value });
});

test('labels in a request follow the same rules', () => {
  expect(messagesOf(Labels.safeParse({ 'my team': 'x' }))).toEqual([NAME_RULE]);
  expect(messagesOf(Labels.safeParse({ team: 'a\u0007' }))).toEqual([CONTROL]);
  expect(messagesOf(Labels.safeParse({ team: '\ud800' }))).toEqual([SURROGATE]);
  expect(Labels.safeParse({ team: '' }).success).toBe(false);
  expect(Labels.safeParse({ team: 'x'.repeat(201) }).success).toBe(false);
});

test('a record has at most fifty labels, and as many can be removed at once', () => {
  const names = Array.from({ length: 51 }, (_, index) => `a${index}`);
  const labels = Object.fromEntries(names.map((name) => [name, 'x']));
  expect(messagesOf(Labels.safeParse(labels))).toEqual(['A record has at most 50 labels']);
  const { a50: _, ...fifty } = labels;
  expect(Labels.parse(fifty)).toEqual(fifty);
  expect(MetadataChange.safeParse({ unset: names }).success).toBe(false);
  expect(MetadataChange.parse({ unset: names.slice(1) })).toEqual({ unset: names.slice(1) });
});

test('a record has all labels, or does not match', () => {
  const labels = { team: 'search', release: '2.4' };
  const has = (...texts: string[]) => hasLabels(labels, texts.map(readSelector));
  expect(has()).toBe(true);
  expect(has('team', 'release=2.4')).toBe(true);
  expect(has('team', 'release=2')).toBe(false);
  expect(has('owner')).toBe(false);
  expect(has('constructor')).toBe(false);
  expect(hasLabels(undefined, [])).toBe(true);
  expect(hasLabels(undefined, [readSelector('team')])).toBe(false);
  expect(hasLabels(null, [readSelector('team')])).toBe(false);
});

function messagesOf({ error }: { readonly error?: { readonly issues: readonly { readonly message: string }[] } }) {
  return error?.issues.map(({ message }) => message);
}
