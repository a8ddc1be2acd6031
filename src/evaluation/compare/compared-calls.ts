import type { WarmUp } from '../../contract/evaluations/evaluation.ts';
import { mean } from '../../foundation/numbers.ts';
import type { CaseRows } from './cases.ts';
import type { CasePair } from './pair-cases.ts';
import { isWithinNoise } from './compare-figures.ts';

type Pair = Pick<CasePair, 'baseline' | 'candidate'>;

/**
 * Answers whether a pair's latencies differ because a process warms up, and not because of the variants. A process's first call
 * loads and compiles, and calls that were sent before it ended waited with it. Where both calls waited, they are alike.
 */
export function isWarmUp({ baseline, candidate }: Pair): boolean {
  const [one, other] = [warmUpsOf(baseline), warmUpsOf(candidate)];
  return one.has('first') || other.has('first') || one.has('early') !== other.has('early');
}

/** Answers whether the two calls of each repetition of a row were made at the same time. */
export function isInterleaved({ baseline, candidate }: Pair): boolean {
  const [one, other] = [groupsOf(baseline), groupsOf(candidate)];
  return one.length === other.length && one.every((group, index) => group !== null && group === other[index]);
}

/** Answers whether the latencies of a pair differ by less than the clock can measure. */
export function lastsAsLong({ baseline, candidate }: Pair): boolean {
  const [one, other] = [latencyOf(baseline), latencyOf(candidate)];
  return one !== null && other !== null && isWithinNoise('latency', one, other);
}

/**
 * Recognises pairs whose calls are those of an earlier pair, because rows with the same input share a call. Remembers a
 * call by a bit: its group is a name and a number.
 */
export function createSeenCalls() {
  const names = new Map<string, ReturnType<typeof createBits>>();
  return {
    /** @returns whether an earlier pair had the same calls */
    note({ baseline }: Pair): boolean {
      const [, name, number] = /^(.+)-(\d{1,9})$/.exec(groupsOf(baseline)[0] ?? '') ?? [];
      if (name === undefined) return false;
      const bits = names.get(name) ?? createBits();
      names.set(name, bits);
      return bits.set(Number(number));
    },
  };
}

function createBits() {
  let words = new Uint32Array(64);
  return {
    /** @returns whether it was set before */
    set(index: number): boolean {
      const [word, mask] = [Math.floor(index / 32), 1 << (index % 32)];
      if (word >= words.length) {
        const longer = new Uint32Array(2 * word);
        longer.set(words);
        words = longer;
      }
      const before = words[word] ?? 0;
      words[word] = before | mask;
      return (before & mask) !== 0;
    },
  };
}

function warmUpsOf(rows: CaseRows): ReadonlySet<WarmUp> {
  return new Set(rows.flatMap(({ outputs }) => outputs[0]?.warm_up ?? []));
}

function latencyOf(rows: CaseRows): number | null {
  return mean(rows.flatMap(({ outputs }) => outputs[0]?.latency ?? []));
}

function groupsOf(rows: CaseRows): (string | null)[] {
  return rows.map(({ outputs }) => outputs[0]?.call_group ?? null);
}
