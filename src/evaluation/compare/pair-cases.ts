import { type CaseRows, keyOf } from './cases.ts';

/** A case of two evaluations, with all of its rows in each. */
export interface CasePair {
  /** Index of the case's first row in the baseline, from 1. */
  readonly row: number;
  readonly baseline: CaseRows;
  readonly candidate: CaseRows;
}

interface PairingCounts {
  pairs: number;
  onlyInBaseline: number;
  onlyInCandidate: number;
}

/** Most rows waiting for their match; beyond it, the oldest counts as unmatched. */
const MAX_WAIT = 10_000;

/**
 * Pairs the cases of two evaluations. Cases at the same position with the same cells are a pair; where the test set was
 * changed in between, a case waits for its match.
 *
 * @param clusterBy - column that names the cases in both
 * @param counts - incremented on the way; complete at the end
 * @yields pairs, in no particular order
 */
export async function* pairCases(
  baseline: AsyncIterable<CaseRows>,
  candidate: AsyncIterable<CaseRows>,
  counts: PairingCounts,
  clusterBy: string | null = null,
): AsyncGenerator<CasePair> {
  const waiting = { baseline: createWaitingRows(), candidate: createWaitingRows() };
  let row = 0;
  for await (const [left, right] of together(baseline, candidate)) {
    row += 1;
    const [one, other] = [toWaiting(row, left, clusterBy), toWaiting(row, right, clusterBy)];
    const pairs: CasePair[] = [];
    if (one !== null && other !== null && one.key === other.key) {
      pairs.push({ row, baseline: one.scenario, candidate: other.scenario });
    } else {
      if (one !== null) {
        const match = waiting.candidate.take(one.key);
        if (match === undefined) waiting.baseline.add(one);
        else pairs.push({ row, baseline: one.scenario, candidate: match.scenario });
      }
      if (other !== null) {
        const match = waiting.baseline.take(other.key);
        if (match === undefined) waiting.candidate.add(other);
        else pairs.push({ row: match.row, baseline: match.scenario, candidate: other.scenario });
      }
    }
    counts.pairs += pairs.length;
    yield* pairs;
  }
  counts.onlyInBaseline += waiting.baseline.count();
  counts.onlyInCandidate += waiting.candidate.count();
}

interface WaitingRow {
  readonly key: string;
  readonly row: number;
  readonly scenario: CaseRows;
}

function toWaiting(row: number, scenario: CaseRows | undefined, clusterBy: string | null): WaitingRow | null {
  if (scenario === undefined) return null;
  return { key: keyOf(scenario[0], clusterBy), row: scenario[0].row ?? row, scenario };
}

/** Holds a bounded number of rows; when full, it drops the oldest, which stays unmatched. */
function createWaitingRows() {
  const rows = new Map<string, WaitingRow[]>();
  let [waiting, dropped] = [0, 0];
  const remove = (key: string): WaitingRow | undefined => {
    const found = rows.get(key);
    const first = found?.shift();
    if (found?.length === 0) rows.delete(key);
    if (first !== undefined) waiting -= 1;
    return first;
  };
  return {
    add(row: WaitingRow): void {
      const others = rows.get(row.key);
      if (others === undefined) rows.set(row.key, [row]);
      else others.push(row);
      waiting += 1;
      const [oldest] = rows.keys();
      if (waiting > MAX_WAIT && oldest !== undefined && remove(oldest) !== undefined) dropped += 1;
    },
    take: remove,
    count: () => waiting + dropped,
  };
}

/**
 * Iterates over both until the longer one ends.
 *
 * @yields the items at the same position
 */
async function* together<T>(
  one: AsyncIterable<T>,
  other: AsyncIterable<T>,
): AsyncGenerator<[T | undefined, T | undefined]> {
  const [left, right] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()];
  try {
    while (true) {
      const [a, b] = await Promise.all([left.next(), right.next()]);
      if (a.done === true && b.done === true) return;
      yield [a.done === true ? undefined : a.value, b.done === true ? undefined : b.value];
    }
  } finally {
    await Promise.all([left.return?.(), right.return?.()]);
  }
}
