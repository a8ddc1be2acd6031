import { COSTS, EQUAL_BILLS } from './costs.ts';
import type { Draw } from './shapes.ts';
import type { BoundedShape, BrokenShape, CoveredShape } from './simulate.ts';

const clip = (value: number) => Math.min(1, Math.max(0, value));

/** Changes whose true size is known. */
export const COVERED: readonly CoveredShape[] = [
  {
    name: 'scores, normal',
    kind: 'score',
    change: 0.1,
    pair: ({ normal }) => [clip(0.5 + 0.1 * normal()), clip(0.6 + 0.1 * normal())],
  },
  {
    name: 'scores, 80 % of the rows alike',
    kind: 'score',
    change: 0.05,
    pair: ({ uniform }) => (uniform() < 0.8 ? [0.5, 0.5] : [0.5, 0.5 + 0.5 * uniform()]),
  },
  {
    name: 'scores, 5 % of the rows break',
    kind: 'score',
    change: -0.05,
    pair: ({ uniform }) => (uniform() < 0.05 ? [1, 0] : [1, 1]),
  },
  {
    name: 'latency, lognormal',
    kind: 'latency',
    change: 0.2,
    pair: ({ normal }) => [Math.exp(0.5 * normal()), 1.2 * Math.exp(0.5 * normal())],
  },
  {
    name: 'latency, 5 % of all calls stall',
    kind: 'latency',
    change: 0.2,
    pair: ({ normal, uniform }) => {
      const seconds = () => Math.exp(0.3 * normal()) * (uniform() < 0.05 ? 30 : 1);
      return [seconds(), 1.2 * seconds()];
    },
  },
  {
    name: 'unbounded, lognormal',
    kind: 'unbounded',
    change: 2,
    pair: ({ normal }) => [Math.exp(normal()), 2 + Math.exp(normal())],
  },
];

/** Changes exactly as bad as the gate allows. */
export const BROKEN: readonly BrokenShape[] = [
  {
    name: 'scores, 5 % of the rows break, allowed 0.05',
    kind: 'score',
    allowed: 0.05,
    pair: ({ uniform }) => (uniform() < 0.05 ? [1, 0] : [1, 1]),
  },
  {
    name: 'scores, 2 % of the rows break, allowed 0.02',
    kind: 'score',
    allowed: 0.02,
    pair: ({ uniform }) => (uniform() < 0.02 ? [1, 0] : [1, 1]),
  },
  {
    name: 'scores, 5 % break among noise, allowed 0.045',
    kind: 'score',
    allowed: 0.045,
    pair: ({ uniform, normal }) => [0.9, uniform() < 0.05 ? 0 : clip(0.9 + 0.02 * Math.max(-4, Math.min(4, normal())))],
  },
  {
    name: 'scores, normal, allowed 0.05',
    kind: 'score',
    allowed: 0.05,
    pair: ({ normal }) => [clip(0.5 + 0.1 * normal()), clip(0.45 + 0.1 * normal())],
  },
  {
    name: 'latency, lognormal, allowed 10 %',
    kind: 'latency',
    allowed: '10%',
    pair: ({ normal }) => [Math.exp(0.3 * normal()), 1.1 * Math.exp(0.3 * normal())],
  },
  {
    name: 'latency, the typical call 10 % slower among ties, allowed 10 %',
    kind: 'latency',
    allowed: '10%',
    pair: ({ uniform }) => [1, uniform() < 0.5 ? 1.1 : 1.3],
  },
  ...EQUAL_BILLS.map(({ name, pair }) => ({
    name: `a bill 10 % dearer, of ${name}, allowed 10 %`,
    kind: 'cost' as const,
    allowed: '10%',
    pair: (draw: Draw) => {
      const [before, after] = pair(draw);
      return [before, 1.1 * after] as const;
    },
  })),
];

/** Figures whose true mean is the bound. */
export const BOUNDED: readonly BoundedShape[] = [
  {
    name: 'scores, 5 % of them 0, minimum 0.95',
    kind: 'score',
    bound: 'minimum',
    mean: 0.95,
    figure: ({ uniform }) => (uniform() < 0.05 ? 0 : 1),
  },
  {
    name: 'scores, normal, minimum 0.6',
    kind: 'score',
    bound: 'minimum',
    mean: 0.6,
    figure: ({ normal }) => clip(0.6 + 0.1 * normal()),
  },
  {
    name: 'latency, 5 % of the calls stall for 30 s, maximum the mean',
    kind: 'latency',
    bound: 'maximum',
    mean: (0.95 + 0.05 * 30) * Math.exp(0.045),
    figure: ({ normal, uniform }) => Math.exp(0.3 * normal()) * (uniform() < 0.05 ? 30 : 1),
  },
  ...COSTS.map(({ name, figure }) => ({
    name: `${name}, maximum the mean`,
    kind: 'cost' as const,
    bound: 'maximum' as const,
    mean: 1,
    figure,
  })),
];
