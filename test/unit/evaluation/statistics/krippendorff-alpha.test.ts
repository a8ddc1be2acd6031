import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { krippendorffAlpha, type Measurement } from '../../../../src/evaluation/statistics/krippendorff-alpha.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

interface Reference extends Readonly<Record<Measurement, number | null>> {
  readonly kind: string;
  readonly rows: readonly (readonly (number | null)[])[];
}

// Written by test/fixtures/statistics/agreement.py, with the values of the package krippendorff.
const REFERENCES = JSON.parse(
  readFileSync(new URL('../../../fixtures/statistics/agreement.json', import.meta.url), 'utf8'),
) as readonly Reference[];

const options = (seed = 1) => ({ random: createRandom(seed), level: 0.95 });
const alphaOf = (cases: readonly (readonly number[])[], measurement: Measurement = 'interval') =>
  krippendorffAlpha(cases, measurement, options());

test.each(['nominal', 'ordinal', 'interval'] as const)('%s alphas are those of the package krippendorff', (level) => {
  expect(REFERENCES).toHaveLength(10);
  for (const reference of REFERENCES) {
    const cases = reference.rows.map((row) => row.filter((value) => value !== null));
    const alpha = alphaOf(cases, level);
    expect(alpha?.value).toBeCloseTo(reference[level] ?? NaN, 9);
    const [low, high] = alpha?.interval ?? [NaN, NaN];
    expect(low).toBeLessThan(alpha?.value ?? NaN);
    expect(high).toBeGreaterThan(alpha?.value ?? NaN);
  }
});

test('the published table has its published values', () => {
  // Krippendorff, "Computing Krippendorff's alpha-reliability" (2011), sections C and D.
  const cases = [
    [1, 1, 1],
    [2, 2, 3, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [2, 2, 2, 2],
    [1, 2, 3, 4],
    [4, 4, 4, 4],
    [1, 1, 2, 1],
    [2, 2, 2, 2],
    [5, 5, 5],
    [1, 1],
    [3],
  ];
  const values = (['nominal', 'ordinal', 'interval'] as const).map((level) => alphaOf(cases, level)?.value.toFixed(3));
  expect(values).toEqual(['0.743', '0.815', '0.849']);
});

test('there is none without a case of two values, or where all values are the same', () => {
  expect([alphaOf([]), alphaOf([[1], [2]]), alphaOf([[7, 7]]), alphaOf([[0.1, 0.1]], 'nominal')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('perfect agreement has no spread, so no interval', () => {
  expect(alphaOf([[1, 1], [2, 2], [3, 3], [4, 4]])).toEqual({ value: 1, interval: null }); // prettier-ignore
});

test('an interval comes from its seed, and is wider at a higher level', () => {
  const cases = Array.from({ length: 40 }, (_, index) => [index % 3, index % 4 === 0 ? (index + 1) % 3 : index % 3]);
  expect(alphaOf(cases, 'nominal')).toEqual(alphaOf(cases, 'nominal'));
  const narrow = krippendorffAlpha(cases, 'nominal', { random: createRandom(1), level: 0.5 })?.interval ?? [0, 0];
  const [low, high] = alphaOf(cases, 'nominal')?.interval ?? [0, 0];
  expect(high - low).toBeGreaterThan(narrow[1] - narrow[0]);
});
