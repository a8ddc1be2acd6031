import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  cohenKappa,
  fleissKappa,
  krippendorffAlpha,
  type Measurement,
} from '../../../../src/evaluation/statistics/agreement.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';

describe("Cohen's kappa", () => {
  // statsmodels 0.15.0, stats.inter_rater.cohens_kappa: kappa, kappa_low, kappa_upp. The first table is that of Cohen
  // (1960), whose kappa is published as 0.492; the second that of Fleiss, Cohen and Everitt (1969), published as 0.429.
  test.each([
    [
      [
        [88, 14, 18],
        [10, 40, 10],
        [2, 6, 12],
      ],
      0.49152542372881347,
      0.3915637020535469,
      0.59148714540408,
    ],
    [
      [
        [106, 10, 4],
        [22, 28, 10],
        [2, 12, 6],
      ],
      0.4285714285714285,
      0.32329979345440496,
      0.533843063688452,
    ],
    [
      [
        [20, 5],
        [10, 15],
      ],
      0.3999999999999999,
      0.151092290476661,
      0.6489077095233389,
    ],
  ])('of %j is %d, from %d to %d', (table, value, low, high) => {
    const kappa = cohenKappa(table, 0.95);
    expect(kappa?.value).toBeCloseTo(value, 12);
    expect(kappa?.interval?.[0]).toBeCloseTo(low, 10);
    expect(kappa?.interval?.[1]).toBeCloseTo(high, 10);
  });

  test('is 1 where two raters always agree, which says nothing about further cases', () => {
    expect(
      cohenKappa(
        [
          [5, 0],
          [0, 7],
        ],
        0.95,
      ),
    ).toEqual({ value: 1, interval: null });
  });

  test.each([
    [
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      [
        [9, 0],
        [0, 0],
      ],
    ],
  ])('is unknown for %j: chance explains everything', (table) => {
    expect(cohenKappa(table, 0.95)).toBeNull();
  });
});

describe("Fleiss' kappa", () => {
  // statsmodels 0.15.0, stats.inter_rater.fleiss_kappa, of the 14 raters and 10 subjects that Wikipedia works out by
  // hand ("Fleiss' kappa", worked example): 0.210.
  const WORKED = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
  ];

  const options = () => ({ random: createRandom(1), level: 0.95 });

  test('of the worked example is 0.20993, with an interval around it', () => {
    const kappa = fleissKappa(WORKED, options());
    expect(kappa?.value).toBeCloseTo(0.20993070442195522, 12);
    const [low, high] = kappa?.interval ?? [NaN, NaN];
    expect(low).toBeLessThan(0.2);
    expect(high).toBeGreaterThan(0.22);
  });

  test('is unknown without a case, and where everybody agrees', () => {
    expect([fleissKappa([], options()), fleissKappa([[3, 0]], options())]).toEqual([null, null]);
  });
});

interface Reference extends Readonly<Record<Measurement, number | null>> {
  readonly kind: string;
  readonly rows: readonly (readonly (number | null)[])[];
}

// Written by test/fixtures/statistics/agreement.py, with the values of the package krippendorff.
const REFERENCES = JSON.parse(
  readFileSync(new URL('../../../fixtures/statistics/agreement.json', import.meta.url), 'utf8'),
) as readonly Reference[];

const alphaOptions = (seed = 1) => ({ random: createRandom(seed), level: 0.95 });
const alphaOf = (cases: readonly (readonly number[])[], measurement: Measurement = 'interval') =>
  krippendorffAlpha(cases, measurement, alphaOptions());

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
