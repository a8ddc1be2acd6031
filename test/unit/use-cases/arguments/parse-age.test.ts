import { expect, test } from 'vitest';
import { parseAge } from '../../../../src/use-cases/arguments/parse-age.ts';

test.each([
  ['45s', 45],
  ['30m', 1800],
  ['12h', 43_200],
  ['30d', 2_592_000],
  ['8w', 4_838_400],
  ['3650d', 315_360_000],
  ['87600h', 315_360_000],
])('%s is %i seconds', (typed, seconds) => {
  expect(parseAge(typed, '--older-than')).toBe(seconds);
});

test.each(['', '30', '0d', '-1d', '1.5d', '1y', '3651d', '87601h', '999999w', '30 d', '30D'])(
  '%j is refused',
  (typed) => {
    expect(() => parseAge(typed, '--older-than')).toThrow(
      `--older-than cannot be ${JSON.stringify(typed)}: it is a length of time such as 12h, 30d or 8w, up to 3650d.`,
    );
  },
);
