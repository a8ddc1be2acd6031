import { canonicalJson } from '../hashing/content-keys.ts';
import type { RepeatedRow } from './metrics.ts';

export interface RowPair {
  /** Position in the baseline, from 1. */
  readonly row: number;
  readonly baseline: RepeatedRow;
  readonly candidate: RepeatedRow;
}

interface PairingCounts {
  pairs: number;
  onlyInBaseline: number;
  onlyInCandidate: number;
}

/** Most rows waiting for their match; beyond it, the oldest counts as unmatched. */
const MAX_WAIT = 10_000;

/**
 * Pairs the rows of two evaluations. Rows at the same position with the same cells are a pair; where the test set was
 * changed in between, a row waits for its match.
 *
 * @param counts - incremented on the way; complete at the end
 * @yields pairs, in no particular order
 */
export async function* pairRows(
  baseline: AsyncIterable<RepeatedRow>,
  candidate: AsyncIterable<RepeatedRow>,
  counts: PairingCounts,
): AsyncGenerator<RowPair> {
  const waiting = { baseline: createWaitingRows(), candidate: createWaitingRows() };
  let row = 0;
  for await (const [left, right] of together(baseline, candidate)) {
    row += 1;
    const [one, other] = [toWaiting(row, left), toWaiting(row, right)];
    const pairs: RowPair[] = [];
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
  readonly scenario: RepeatedRow;
}

function toWaiting(row: number, scenario: RepeatedRow | undefined): WaitingRow | null {
  return scenario === undefined ? null : { key: cellsOf(scenario), row, scenario };
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

/** A cell may be an input of one evaluation and an expected answer of the other, so all cells identify the case. */
function cellsOf([{ inputs, correct_answers }]: RepeatedRow): string {
  return canonicalJson(
    Object.fromEntries([
      ...inputs.map(({ name, value }) => [name, value] as const),
      ...correct_answers.map(({ key, value }) => [key, value] as const),
    ]),
  );
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
