import type { Draw } from './shapes.ts';
import type { EqualVariants } from './simulate-spending.ts';
import type { BoundedShape, BrokenShape } from './simulate.ts';

/** Pass or fail: of these shares of the rows, one breaks and the other recovers, as much as is allowed. */
export function atEdge(broken: number, recovered: number): BrokenShape {
  return {
    name: `pass or fail, ${100 * broken} % of the rows break and ${100 * recovered} % recover`,
    kind: 'score',
    allowed: Number((broken - recovered).toFixed(2)),
    pair: ({ uniform }) => {
      const at = uniform();
      if (at < broken) return [true, false];
      return at < broken + recovered ? [false, true] : [true, true];
    },
  };
}

export const BREAKING_SCORES: BrokenShape = {
  name: 'scores',
  kind: 'score',
  allowed: 0.05,
  pair: ({ uniform }) => (uniform() < 0.05 ? [0.99, 0] : [0.95, 0.9495]),
};

export const DEAR_TENTH: BoundedShape = {
  name: 'cost',
  kind: 'cost',
  bound: 'maximum',
  mean: 1.4,
  figure: ({ uniform }: Draw) => (uniform() < 0.1 ? 5 : 1),
};

/** Variants that pass this share of the rows, 5 points less than the baseline. */
export function equalVariants(share: number): EqualVariants {
  return {
    allowed: 0.05,
    row: ({ uniform }, variants) => [
      uniform() < share + 0.05,
      Array.from({ length: variants }, () => uniform() < share),
    ],
  };
}
