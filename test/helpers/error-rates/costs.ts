import type { Draw } from './shapes.ts';

/** Costs of single calls, of mean 1. */
interface CostShape {
  readonly name: string;
  readonly figure: (draw: Draw) => number;
}

const lognormal = ({ normal }: Draw, spread: number) => Math.exp(spread * normal() - spread ** 2 / 2);
const pareto = ({ uniform }: Draw, shape: number) => (uniform() ** (-1 / shape) * (shape - 1)) / shape;

/** Costs as they are seen: alike, spread, in a few sizes, mostly free, or with rare dear ones. */
export const COSTS: readonly CostShape[] = [
  { name: 'lognormal costs (σ 0.5)', figure: (draw) => lognormal(draw, 0.5) },
  { name: 'lognormal costs (σ 1)', figure: (draw) => lognormal(draw, 1) },
  { name: 'Pareto costs (1.5)', figure: (draw) => pareto(draw, 1.5) },
  { name: 'Pareto costs (2.5)', figure: (draw) => pareto(draw, 2.5) },
  { name: 'costs of which 90 % are cached', figure: (draw) => (draw.uniform() < 0.9 ? 0 : 10 * lognormal(draw, 0.5)) },
  {
    name: 'costs of which 3 % are 50 times dearer',
    figure: (draw) => ((draw.uniform() < 0.03 ? 50 : 1) * lognormal(draw, 0.2)) / 2.47,
  },
  { name: 'costs of four sizes', figure: ({ uniform }) => (1 + Math.floor(4 * uniform())) / 2.5 },
];

/** Pairs of variants whose bills are equal although their rows differ. */
interface EqualBills {
  readonly name: string;
  /** With fewer rows, the rare dear ones have often not occurred, which no method can tell. */
  readonly from: number;
  readonly pair: (draw: Draw) => readonly [number, number];
}

export const EQUAL_BILLS: readonly EqualBills[] = [
  ...COSTS.map(({ name, figure }) => ({
    name,
    from: 6,
    pair: (draw: Draw) => [figure(draw), figure(draw)] as const,
  })),
  {
    name: '90 % of the rows 30 % cheaper, 10 % dearer by as much',
    from: 40,
    pair: (draw) => {
      const cost = lognormal(draw, 0.2);
      return draw.uniform() < 0.9 ? [cost, 0.7 * cost] : [12 * cost, 14.7 * cost];
    },
  },
  {
    name: '10 % of the rows twice as dear, the rest cheaper by as much',
    from: 40,
    pair: (draw) => {
      const cost = lognormal(draw, 0.2);
      return [cost, cost * (draw.uniform() < 0.1 ? 2 : 0.8 / 0.9)];
    },
  },
  {
    name: '3 % of the rows 30 times dearer, the rest cheaper by as much',
    from: 130,
    pair: (draw) => {
      const cost = lognormal(draw, 0.2);
      return [cost, cost * (draw.uniform() < 0.03 ? 30 : 0.1 / 0.97)];
    },
  },
];
