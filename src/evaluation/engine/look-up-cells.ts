import type { Parameters } from '../../contract/variants/variant.ts';
import type { CellOutcome } from './call-outcome.ts';
import type { EvaluationCase } from './evaluation-case.ts';

export interface LookedUpCase extends EvaluationCase {
  readonly cellKey: string;
  /** The stored answer, where there is one. */
  readonly stored: CellOutcome | undefined;
}

/** Answers that a run needs for a page of cases. */
export interface WantedCells {
  /** Each once. */
  readonly keys: readonly string[];
  /** Keys of the cases that the run has looked up before, and not stored yet. */
  readonly inHand: Iterable<string>;
  /** Names of the evaluators whose scores are worth keeping: for each, a stored answer is work, too, for one run only. */
  readonly judges: readonly string[];
}

export interface FoundCells {
  readonly stored: ReadonlyMap<string, CellOutcome>;
  /** Keys that another run has in hand. */
  readonly elsewhere: ReadonlySet<string>;
  /** How many of the keys it answers for; the others are asked for again when most of these are on their way. */
  readonly looked: number;
}

/** Cases that are left to another run. */
export interface CasesElsewhere {
  /** Place of the first. */
  readonly first: number;
  /** Place of the last; `null` when those after it were not looked at. */
  readonly last: number | null;
}

/** Cases that are left to others before a run comes back for them: what is left is kept in mind. */
const MOST_LEFT = 10_000;

export interface LookUpCellsOptions {
  /** The cases in pages, each looked up by itself: a few hundred are a good number. */
  readonly pages: AsyncIterable<readonly EvaluationCase[]> | Iterable<readonly EvaluationCase[]>;
  readonly cellKey: (input: Parameters, repeat: number) => string;
  /** Looks answers up. What neither is stored nor elsewhere is this run's, until it is no longer in hand. */
  readonly findCells: (wanted: WantedCells) => Promise<FoundCells>;
}

/** A run's view of its cases. */
export interface CasesInHand {
  /** Keys by the places of cases that were looked up, and need work. */
  readonly keys: Map<number, string>;
  /** See {@link WantedCells}. */
  readonly judges: readonly string[];
  /** Cases that another run has in hand. */
  elsewhere: CasesElsewhere | null;
}

/**
 * Looks for stored answers, a page of cases at a time, and leaves out what another run has in hand.
 *
 * @param beforeLookUp - runs before each look-up; what is stored by then, the look-up finds
 * @yields pages of the cases with their keys, and their answers where one is stored
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
      const wanted = [...new Set(from === 0 ? keys : keys.slice(from))];
      beforeLookUp();
      const found = await findCells({ keys: wanted, inHand: inHand.keys.values(), judges });
      end = found.looked < wanted.length ? keys.indexOf(wanted[found.looked] ?? '', from) : page.length;
      const cases = takeOwn(page.slice(from, end), keys.slice(from, end), found, inHand);
      left += end - from - cases.length;
      yield cases;
    }
    if (left < MOST_LEFT) continue;
    inHand.elsewhere = { first: inHand.elsewhere?.first ?? 0, last: null };
    return;
  }
}

/** @returns the cases that are this run's, those to work on noted as in hand; the others are noted as elsewhere */
function takeOwn(
  cases: readonly EvaluationCase[],
  keys: readonly string[],
  { stored, elsewhere }: FoundCells,
  inHand: CasesInHand,
): LookedUpCase[] {
  const own: LookedUpCase[] = [];
  for (const [place, { index, repeat, row, input }] of cases.entries()) {
    const key = keys[place] ?? '';
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
