import type { Parameters } from '../../contract/records/variant.ts';
import type { CellOutcome } from './call-outcome.ts';
import type { EvaluationCase } from './evaluation-case.ts';

export interface LookedUpCase extends EvaluationCase {
  readonly cellKey: string;
  /** The stored answer, where there is one. */
  readonly stored: CellOutcome | undefined;
}

export interface LookUpCellsOptions {
  /** The cases in pages, each looked up by itself: a few hundred are a good number. */
  readonly pages: AsyncIterable<readonly EvaluationCase[]> | Iterable<readonly EvaluationCase[]>;
  readonly cellKey: (input: Parameters, repeat: number) => string;
  readonly findCells: (keys: readonly string[]) => Promise<ReadonlyMap<string, CellOutcome>>;
}

/**
 * Looks for stored answers, a page of cases at a time.
 *
 * @param beforeLookUp - runs before each look-up; what is stored by then, the look-up finds
 * @yields pages of the cases with their keys, and their answers where one is stored
 */
export async function* lookUpCells(
  { pages, cellKey, findCells }: LookUpCellsOptions,
  beforeLookUp: () => void,
): AsyncGenerator<LookedUpCase[]> {
  for await (const page of pages) {
    const keys = page.map(({ input, repeat }) => cellKey(input, repeat));
    beforeLookUp();
    const found = await findCells([...new Set(keys)]);
    yield page.map(({ index, repeat, row, input }, place) => {
      const key = keys[place] ?? '';
      return { index, repeat, row, input, cellKey: key, stored: found.get(key) };
    });
  }
}
