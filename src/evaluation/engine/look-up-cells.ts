import type { Parameters } from '../../contract/records/variant.ts';
import type { CellOutcome } from './call-outcome.ts';
import type { EvaluationCase } from './evaluation-case.ts';

export interface LookedUpCase extends EvaluationCase {
  readonly cellKey: string;
  /** The stored answer, where there is one. */
  readonly stored: CellOutcome | undefined;
}

export interface LookUpCellsOptions {
  readonly cases: AsyncIterable<EvaluationCase> | Iterable<EvaluationCase>;
  readonly cellKey: (input: Parameters, repeat: number) => string;
  readonly findCells: (keys: readonly string[]) => Promise<ReadonlyMap<string, CellOutcome>>;
}

const CHUNK = 200;

/**
 * Looks for stored answers, a chunk of cases at a time.
 *
 * @param beforeLookUp - runs before each look-up; what is stored by then, the look-up finds
 * @yields each case with its key, and its answer when one is stored
 */
export async function* lookUpCells(
  { cases, cellKey, findCells }: LookUpCellsOptions,
  beforeLookUp: () => void,
): AsyncGenerator<LookedUpCase> {
  for await (const chunk of inChunks(cases)) {
    const keyed = chunk.map((item) => ({ item, key: cellKey(item.input, item.repeat) }));
    beforeLookUp();
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
