import { passLevel, type Spent } from '../../../src/evaluation/gate/spend-level.ts';
import { collectMean } from '../../../src/evaluation/summary/summarise-metric.ts';
import {
  type BoundedShape,
  type BrokenShape,
  comparePairs,
  metricOf,
  type Pair,
  pairsOf,
  shareOf,
  type SimulateOptions,
  single,
} from './simulate.ts';
import type { Draw } from './shapes.ts';

export interface LookOptions extends SimulateOptions {
  readonly looks: number;
}

/**
 * Simulates a gate `not_worse_by`, at the edge of what it allows, that looks after every `rows` rows until it passes.
 *
 * @param spend - the level of a look. Default: as gates do
 * @returns the share of runs in which some look passed
 */
export function simulateLooks(
  shape: BrokenShape,
  { looks, ...options }: LookOptions,
  spend = (look: number) => gateLevel({ look, choices: 1 }),
): number {
  const passes = createPasses(shape);
  return shareOf(options, (draw) => {
    const pairs: Pair[] = [];
    for (let look = 1; look <= looks; look += 1) {
      pairs.push(...pairsOf(options.rows, () => shape.pair(draw)));
      if (passes(pairs, spend(look))) return true;
    }
    return false;
  });
}

/** Simulates a confident `maximum` at the true mean that looks after every `rows` rows. @returns as `simulateLooks` */
export function simulateMaximumLooks(
  { kind, mean, figure }: BoundedShape,
  { looks, ...options }: LookOptions,
  spend = (look: number) => gateLevel({ look, choices: 1 }),
): number {
  return shareOf(options, (draw) => {
    const collected = collectMean(metricOf(kind));
    for (let look = 1; look <= looks; look += 1) {
      for (let row = 0; row < options.rows; row += 1) collected.add(single(figure(draw)));
      const { gate_interval, interval } = collected.read(spend(look));
      if (((gate_interval ?? interval)?.[1] ?? Infinity) <= mean) return true;
    }
    return false;
  });
}

/** Variants that are all exactly as much worse as a gate allows. */
export interface EqualVariants {
  readonly allowed: number;
  /** Whether the baseline passes a row, and whether each of so many variants does. */
  readonly row: (draw: Draw, variants: number) => readonly [boolean, readonly boolean[]];
}

/** Which of them are gated: the best one, each next best until one passes, or each as soon as it was evaluated. */
export type Gated = 'best' | 'next best' | 'each in turn';

export interface ChoiceOptions extends SimulateOptions {
  readonly variants: number;
}

/** Simulates a first look at the best of several equal variants. @returns the share of runs in which a gate passed */
export function simulateChoices(
  { allowed, row }: EqualVariants,
  gated: Gated,
  { variants, ...options }: ChoiceOptions,
  spend = (choices: number) => gateLevel({ look: 1, choices }),
): number {
  const passes = createPasses({ kind: 'score', allowed });
  return shareOf(options, (draw) => {
    const drawn = Array.from({ length: options.rows }, () => row(draw, variants));
    const tried = Array.from({ length: variants }, (_, variant) => {
      return drawn.map(([before, after]): Pair => [before, after[variant] === true]);
    });
    const passed = tried.map((pairs) => pairs.filter(([, after]) => after === true).length);
    const isGated = (variant: number, choices: number) => passes(tried[variant] ?? [], spend(choices));
    const own = (variant: number) => passed[variant] ?? 0;
    if (gated === 'each in turn') {
      return passed.some((value, index) => {
        return isGated(index, 1 + passed.slice(0, index).filter((earlier) => earlier <= value).length);
      });
    }
    const best = [...passed.keys()].toSorted((a, b) => own(b) - own(a));
    const judged = gated === 'best' ? best.slice(0, 1) : best;
    return judged.some((variant) => isGated(variant, passed.filter((value) => value <= own(variant)).length));
  });
}

/**
 * Simulates gates of the best variant, before each of which one variant and `rows` rows more are evaluated, of all of them.
 *
 * @param spend - the level. Default: as gates do, which count the looks at each candidate
 * @returns the share of runs in which a gate passed
 */
export function simulateGrowingChoices(
  { allowed, row }: EqualVariants,
  { variants, ...options }: ChoiceOptions,
  spend: (spent: { readonly look: number; readonly choices: number }) => number = gateLevel,
): number {
  const passes = createPasses({ kind: 'score', allowed });
  return shareOf(options, (draw) => {
    const drawn: ReturnType<typeof row>[] = [];
    const looks = new Map<number, number>();
    for (let known = 1; known <= variants; known += 1) {
      drawn.push(...Array.from({ length: options.rows }, () => row(draw, variants)));
      const passed = Array.from({ length: known }, (_, variant) => drawn.filter(([, after]) => after[variant]).length);
      const best = passed.indexOf(Math.max(...passed));
      const look = 1 + (looks.get(best) ?? 0);
      looks.set(best, look);
      const pairs = drawn.map(([before, after]): Pair => [before, after[best] === true]);
      if (passes(pairs, spend({ look, choices: known }))) return true;
    }
    return false;
  });
}

function gateLevel(spent: Spent): number {
  return passLevel(0.95, spent);
}

/** Whether the whole interval is within what is allowed; of pass or fail, computed once for equal counts. */
function createPasses({ kind, allowed }: Pick<BrokenShape, 'kind' | 'allowed'>) {
  const known = new Map<string, boolean>();
  const within = (pairs: readonly Pair[], level: number) => {
    const interval = comparePairs(kind, pairs, 1, level).facts.gate_interval;
    const share = typeof allowed === 'number' ? allowed : Number.parseFloat(allowed) / 100;
    return interval != null && (kind === 'latency' ? interval[1] <= share : interval[0] >= -share);
  };
  return (pairs: readonly Pair[], level: number): boolean => {
    if (typeof pairs[0]?.[0] !== 'boolean') return within(pairs, level);
    const counts = [true, false].map(
      (before) => pairs.filter((pair) => pair[0] === before && pair[1] !== before).length,
    );
    if (isFarFrom(allowed, pairs.length, counts)) return false;
    const key = `${level} ${pairs.length} ${counts.join(' ')}`;
    const passed = known.get(key) ?? within(pairs, level);
    known.set(key, passed);
    return passed;
  };
}

/** Whether a standard error below the change is more than is allowed. An interval of 95 % reaches twice as far, so none is needed. */
function isFarFrom(allowed: BrokenShape['allowed'], pairs: number, [lost = 0, gained = 0]: readonly number[]): boolean {
  const change = (gained - lost) / pairs;
  const error = Math.sqrt((gained + lost) / pairs - change * change) / Math.sqrt(pairs);
  return typeof allowed === 'number' && change - error < -allowed;
}
