import type { Parameters } from '../../contract/variants/variant.ts';
import type { CellOutcome, EvaluationCase } from './evaluation-case.ts';

export interface LookedUpCase extends EvaluationCase {
  readonly cellKey: string;
  readonly stored: CellOutcome | undefined;
}

export interface WantedCells {
  /** Without duplicates. */
  readonly keys: readonly string[];
  /** Keys of the cases that the run has looked up and not stored yet. */
  readonly inHand: Iterable<string>;
  /** Names of the evaluators whose scores are stored: scoring a stored answer is claimed by one run, too. */
  readonly judges: readonly string[];
}

export interface FoundCells {
  readonly stored: ReadonlyMap<string, CellOutcome>;
  /** Keys that another run has claimed. */
  readonly elsewhere: ReadonlySet<string>;
  /** The number of keys that this result covers; the run asks for the others again later. */
  readonly looked: number;
}

/** The range of cases that are left to another run. */
export interface CasesElsewhere {
  readonly first: number;
  /** Position of the last; `null` when the cases after it were not looked up. */
  readonly last: number | null;
}

/** Most cases left to other runs before a run returns to them: it remembers each. */
const MAX_LEFT_OVER = 10_000;

export interface LookUpCellsOptions {
  /** The cases in pages of a few hundred; one look-up per page. */
  readonly pages: AsyncIterable<readonly EvaluationCase[]> | Iterable<readonly EvaluationCase[]>;
  readonly cellKey: (input: Parameters, repeat: number) => string;
  /** Looks up answers. Keys that are neither stored nor elsewhere are claimed by this run while they are in hand. */
  readonly findCells: (wanted: WantedCells) => Promise<FoundCells>;
}

export interface CasesInHand {
  /** Keys by position, of cases that were looked up and need work. */
  readonly keys: Map<number, string>;
  /** See {@link WantedCells}. */
  readonly judges: readonly string[];
  elsewhere: CasesElsewhere | null;
}

/**
 * Looks up stored answers, a page of cases at a time, and leaves out cases that another run has claimed.
 *
 * @param beforeLookUp - runs before each look-up, which finds everything stored by then
 * @yields pages of cases with their keys and stored answers
 */
export async function* lookUpCells(
  { pages, cellKey, findCells }: LookUpCellsOptions,
  inHand: CasesInHand,
  beforeLookUp: () => void,
): AsyncGenerator<LookedUpCase[]> {
  const { judges } = inHand;
  let left = 0;
  for await (const page of pages) {
    const keys = page.map(({ input, repeat }) => cellKey(input, repeat));
    for (let [from, end] = [0, 0]; from < page.length; from = end) {
      const wanted = [...new Set(keys.slice(from))];
      beforeLookUp();
      const found = await findCells({ keys: wanted, inHand: inHand.keys.values(), judges });
      end = found.looked < wanted.length ? keys.indexOf(wanted[found.looked] ?? '', from) : page.length;
      const cases = takeOwn(page.slice(from, end), keys.slice(from, end), found, inHand);
      left += end - from - cases.length;
      yield cases;
    }
    if (left < MAX_LEFT_OVER || inHand.elsewhere === null) continue;
    inHand.elsewhere = { ...inHand.elsewhere, last: null };
    return;
  }
}

/** Splits off this run's cases. Notes those that need work as in hand, and the others as elsewhere. */
function takeOwn(
  cases: readonly EvaluationCase[],
  keys: readonly string[],
  { stored, elsewhere }: FoundCells,
  inHand: CasesInHand,
): LookedUpCase[] {
  const own: LookedUpCase[] = [];
  for (const [position, { index, repeat, row, input }] of cases.entries()) {
    const key = keys[position] ?? '';
    if (elsewhere.has(key)) {
      inHand.elsewhere = { first: inHand.elsewhere?.first ?? index, last: index };
      continue;
    }
    const answer = stored.get(key);
    if (answer === undefined || inHand.judges.length > 0) inHand.keys.set(index, key);
    own.push({ index, repeat, row, input, cellKey: key, stored: answer });
  }
  return own;
}

/** This run's work by key: a second request for the same key gets the same promise. */
export type RunningWork<T> = ReturnType<typeof createRunningWork<T>>;

/** Remembers work until a later look-up is certain to find its result, so that nothing is done twice. */
export function createRunningWork<T>() {
  const running = new Map<string, Promise<T>>();
  let found: string[] = [];
  let stored: string[] = [];
  return {
    /** @returns the work, and whether this call started it */
    share(key: string, begin: () => Promise<T>) {
      const known = running.get(key);
      if (known !== undefined) return { work: known, isFirst: false };
      const work = begin();
      running.set(key, work);
      return { work, isFirst: true };
    },
    noteStored: (key: string) => void stored.push(key),
    /**
     * A look-up begins. Forgets what was stored before the previous look-up, which has found it. Cases of the previous
     * look-up may still ask for what was stored since.
     */
    forgetStored() {
      for (const key of found) running.delete(key);
      [found, stored] = [stored, []];
    },
  };
}
