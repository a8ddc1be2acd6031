import type { Random } from '../../../src/evaluation/statistics/random.ts';

/** A kind of data: what one row scores before and after. */
export interface Shape {
  readonly name: string;
  /** Whether the figures are scores from 0 to 1, scores without a known range, latencies or costs. */
  readonly kind: 'score' | 'unbounded' | 'latency' | 'cost';
  /** @returns the two figures of a row, for variants that do not differ on average */
  readonly alike: (draw: Draw) => readonly [number, number];
}

/** Random numbers of the usual distributions. */
export interface Draw {
  readonly uniform: () => number;
  readonly normal: () => number;
}

/** Creates random numbers from a seeded generator. */
export function createDraw(random: Random): Draw {
  const uniform = () => (random.below(2 ** 32) + 0.5) / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

const clip = (value: number) => Math.min(1, Math.max(0, value));
const each = (figure: (draw: Draw) => number) => (draw: Draw) => [figure(draw), figure(draw)] as const;

/** Scores between 0 and 1, and latencies. */
export const SHAPES: readonly Shape[] = [
  { name: 'scores, normal', kind: 'score', alike: each(({ normal }) => clip(0.6 + 0.15 * normal())) },
  {
    name: 'scores, 80 % of the rows alike',
    kind: 'score',
    alike: (draw) => {
      const before = draw.uniform();
      return [before, draw.uniform() < 0.8 ? before : draw.uniform()];
    },
  },
  { name: 'scores, skewed', kind: 'score', alike: each(({ uniform }) => uniform() ** 8) },
  { name: 'scores, 5 % of the rows break', kind: 'score', alike: each(({ uniform }) => (uniform() < 0.05 ? 0 : 0.9)) },
  {
    name: 'scores, 2 % break and the rest gain as much',
    kind: 'score',
    alike: ({ uniform }) => (uniform() < 0.02 ? [0.98, 0] : [0.9, 0.92]),
  },
  { name: 'unbounded, normal', kind: 'unbounded', alike: each(({ normal }) => 10 + 3 * normal()) },
  { name: 'unbounded, lognormal', kind: 'unbounded', alike: each(({ normal }) => Math.exp(1.5 * normal())) },
  { name: 'latency, lognormal', kind: 'latency', alike: each(({ normal }) => Math.exp(0.8 * normal())) },
  {
    name: 'latency, 5 % of the calls stall',
    kind: 'latency',
    alike: each(({ uniform, normal }) => Math.exp(0.3 * normal()) * (uniform() < 0.05 ? 30 : 1)),
  },
  {
    name: 'latency, in whole seconds',
    kind: 'latency',
    alike: each(({ normal }) => 1 + Math.round(Math.abs(normal()))),
  },
];

/** Latencies that drift: each variant's on its own, or both together, as when their calls are made at the same time. */
export function driftingLatencies(isShared: boolean): Shape['alike'] {
  let drifts: readonly [number, number] = [0, 0];
  return ({ normal }) => {
    const step = 0.1 * normal();
    const [one, other] = drifts;
    drifts = [0.95 * one + step, 0.95 * other + (isShared ? step : 0.1 * normal())];
    return [Math.exp(drifts[0] + 0.1 * normal()), Math.exp(drifts[1] + 0.1 * normal())];
  };
}

const NORMAL_95 = 1.6448536269514722;

/** Latencies whose 95th percentiles are equal, although one varies little and the other a lot. */
export const EQUAL_PERCENTILES: Shape['alike'] = ({ normal }) => [
  Math.exp(0.1 * (normal() - NORMAL_95)),
  Math.exp(2 * (normal() - NORMAL_95)),
];
