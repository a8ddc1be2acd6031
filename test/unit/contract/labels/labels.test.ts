import { expect, test } from 'vitest';
import { findLabelMistake, hasLabels, readSelector } from '../../../../src/contract/labels/label-rules.ts';
import { LabelSelector } from '../../../../src/contract/labels/labels.ts';

test('a selector is a name, or a name and a value', () => {
  expect(readSelector('team')).toEqual({ name: 'team', value: null });
  expect(readSelector('team=a=b')).toEqual({ name: 'team', value: 'a=b' });
  expect(['team', 'team=a b', 'team=', 'my team', ''].map((text) => LabelSelector.safeParse(text).success)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['my team', 'x', 'The name of a label has 1 to 63 letters'],
  ['team', null, 'Write NAME=VALUE'],
  ['team', '', 'Write NAME=VALUE'],
  ['team', 'x'.repeat(201), 'The value of a label has at most 200 characters'],
  ['team', 'a\ud800', 'The value of a label must not contain half of a surrogate pair'],
  ['team', 'a\u0007', 'The value of a label must not contain control characters'],
])('what is wrong with the label %o=%o is said', (name, value, mistake) => {
  expect(findLabelMistake(name, value)).toContain(mistake);
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
});
