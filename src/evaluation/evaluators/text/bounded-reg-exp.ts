import { type Context, createContext, Script } from 'node:vm';

/** Time limit for one match: a pattern that needs longer backtracks without end. */
const LIMIT_MS = 500;
/** Up to this many steps a match takes a few milliseconds, and needs no time limit (which costs a tenth of that). */
const FEW_STEPS = 1e6;

const WATCHED = new Script('search()');

/**
 * A user's pattern with a time limit, so that it cannot block the process: `(a+)+$` takes minutes for thirty letters.
 * The limit is set only where the pattern could need it.
 *
 * @throws {Error} when a match takes too long
 */
export class BoundedRegExp extends RegExp {
  #context: Context | undefined;

  override exec(text: string): RegExpExecArray | null {
    const search = () => super.exec(text);
    if (mostSteps(this.source, text.length) <= FEW_STEPS) return search();
    // Created once: it costs more than most matches.
    this.#context ??= createContext({});
    this.#context['search'] = search;
    try {
      // The context runs the function above and returns its result.
      return WATCHED.runInContext(this.#context, { timeout: LIMIT_MS }) as RegExpExecArray | null;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      const shown = this.source.length > 60 ? `${this.source.slice(0, 60)}…` : this.source;
      throw new Error(`The pattern /${shown}/ takes too long for a text of ${text.length} characters.`, {
        cause: error,
      });
    }
  }
}

/**
 * Estimates the most steps of a match, as if each quantifier tried every length: from each position of the text, and
 * where a group is repeated without end.
 */
function mostSteps(source: string, length: number): number {
  const bare = source.replaceAll(/\\./g, '_').replaceAll(/\[[^\]]*\]/g, '_');
  if (/\)[*+{]/.test(bare)) return Number.POSITIVE_INFINITY;
  const loops = bare.match(/[*+{]/g)?.length ?? 0;
  const options = bare.match(/\?/g)?.length ?? 0;
  return (length + 1) ** (loops + 1) * 2 ** options;
}

/** Created in the other context, so it is not an `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
