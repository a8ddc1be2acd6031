import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editDistance } from '../../../../../src/evaluation/evaluators/text/edit-distance.ts';

// Written by test/fixtures/texts/distances.py, with the distances of rapidfuzz.
const PAIRS = JSON.parse(
  readFileSync(new URL('../../../../fixtures/texts/distances.json', import.meta.url), 'utf8'),
) as readonly (readonly [string, string, number])[];

test('distances are those of rapidfuzz, in code points', () => {
  expect(PAIRS.length).toBeGreaterThan(150);
  for (const [left, right, distance] of PAIRS) expect(editDistance(left, right), `${left} ${right}`).toBe(distance);
});

test('half of a surrogate pair is a character', () => {
  expect(editDistance('\ud83d', '😀')).toBe(1);
  expect(editDistance('a\ude00', 'a\ude00')).toBe(0);
});

test('texts with too many different characters are refused', () => {
  const all = Array.from({ length: 0x10_001 }, (_, index) => String.fromCodePoint(0x1_0000 + index)).join('');
  expect(() => editDistance(all, '')).toThrow(
    expect.objectContaining({ message: 'The texts have more than 65,536 different characters.' }),
  );
});
