import { expect, test } from 'vitest';
import { isSelector } from '../../../../src/contract/labels/label-rules.ts';
import { parseLabelLines, toLabelLines } from '../../../../src/playground/labels/parse-label-lines.ts';

test('labels are written and read back, one a line', () => {
  const labels = { team: 'search', owner: 'Ana B', note: 'a=b' };
  expect(toLabelLines(labels)).toBe('team=search\nowner=Ana B\nnote=a=b');
  expect(parseLabelLines(` ${toLabelLines(labels)}\n\n`)).toEqual(labels);
  expect(parseLabelLines('')).toEqual({});
  const most = Array.from({ length: 50 }, (_, n) => `a${n}=x`).join('\n');
  expect(toLabelLines(parseLabelLines(most))).toBe(most);
});

test.each([
  ['team', 'team: Write NAME=VALUE.'],
  ['team=', 'team=: Write NAME=VALUE.'],
  ['=x', /^=x: The name of a label has 1 to 63 letters/],
  ['a b=x', /^a b=x: The name of a label has/],
  ['a=\u0007', /must not contain control characters\.$/],
  [`a=${'x'.repeat(201)}`, /has at most 200 characters\.$/],
  ['a=1\na=2', 'a=2: This name is on another line too.'],
  [Array.from({ length: 51 }, (_, n) => `a${n}=x`).join('\n'), 'These are 51 labels: a record has at most 50.'],
])('%j is refused', (text, message) => {
  expect(() => parseLabelLines(text)).toThrow(message);
});

test.each([
  ['team', true],
  ['team=search', true],
  ['team=', false],
  ['', false],
  ['a b', false],
])('whether %j selects by a label: %s', (text, isOne) => {
  expect(isSelector(text)).toBe(isOne);
});
