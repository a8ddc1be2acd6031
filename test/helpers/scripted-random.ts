import type { Random } from '../../src/evaluation/statistics/random.ts';

/** Creates a generator that returns these digits in turn, again and again, and records the bounds it was asked for. */
export function scriptedRandom(digits: string): { readonly random: Random; readonly bounds: readonly number[] } {
  const bounds: number[] = [];
  const below = (bound: number): number => {
    bounds.push(bound);
    return Number(digits[(bounds.length - 1) % digits.length]);
  };
  return { random: { below }, bounds };
}
