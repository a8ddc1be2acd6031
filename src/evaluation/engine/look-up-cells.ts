import type { Parameters } from '../../contract/records/variant.ts';
import type { CellOutcome } from './call-outcome.ts';
import type { EvaluationCase } from './evaluation-case.ts';

export interface LookedUpCase extends EvaluationCase {
  readonly cellKey: string;
  /** The stored answer, where there is one. */
  readonly stored: CellOutcome | undefined;
}

/** A call made in this run whose answer a look-up may not show yet. */
export interface RunningCell {
  readonly outcome: Promise<CellOutcome>;
  isStored: boolean;
}

export type RunningCells = Map<string, RunningCell>;

export interface LookUpCellsOptions {
  readonly cases: AsyncIterable<EvaluationCase> | Iterable<EvaluationCase>;
  readonly cellKey: (input: Parameters) => string;
  readonly findCells: (keys: readonly string[]) => Promise<ReadonlyMap<string, CellOutcome>>;
}

const CHUNK = 200;

/**
 * Looks for stored answers, a chunk of cases at a time. A call of this run is forgotten once a later look-up is certain
 * to find it: before a look-up, when it is stored.
 *
 * @yields each case with its key, and its answer when one is stored
 */
export async function* lookUpCells(
  { cases, cellKey, findCells }: LookUpCellsOptions,
  running: RunningCells,
): AsyncGenerator<LookedUpCase> {
  for await (const chunk of inChunks(cases)) {
    const keyed = chunk.map((item) => ({ item, key: cellKey(item.input) }));
    for (const [key, cell] of running) if (cell.isStored) running.delete(key);
    const found = await findCells([...new Set(keyed.map(({ key }) => key))]);
    for (const { item, key } of keyed) yield { ...item, cellKey: key, stored: found.get(key) };
  }
}

async function* inChunks(
  cases: AsyncIterable<EvaluationCase> | Iterable<EvaluationCase>,
): AsyncGenerator<EvaluationCase[]> {
  let chunk: EvaluationCase[] = [];
  for await (const item of cases) {
    chunk.push(item);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
