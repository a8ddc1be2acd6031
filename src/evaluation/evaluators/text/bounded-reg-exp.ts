import { type Context, createContext, Script } from 'node:vm';

/** A pattern that needs longer for one text is broken: it tries the same again and again. */
const LIMIT_MS = 500;
/** Steps that take less than a few milliseconds: to watch the time takes a tenth of that. */
const FEW_STEPS = 1e6;

const WATCHED = new Script('search()');

/**
 * A pattern that somebody typed, which gives up instead of holding up the whole process: `(a+)+$` takes minutes for
 * thirty letters. The time is watched only where the pattern could need any.
 *
 * @throws {Error} when a search takes too long
 */
export class BoundedRegExp extends RegExp {
  #context: Context | undefined;

  override exec(text: string): RegExpExecArray | null {
    const search = () => super.exec(text);
    if (mostSteps(this.source, text.length) <= FEW_STEPS) return search();
    // Made once: it costs more than most searches.
    this.#context ??= createContext({});
    this.#context['search'] = search;
    try {
      // What runs is the function above, and what it gives.
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
 * How many steps a search takes at most, as if each quantifier chose its length anew: from each place of the text, and
 * where a group is repeated without end.
 */
function mostSteps(source: string, length: number): number {
  const bare = source.replaceAll(/\\./g, '_').replaceAll(/\[[^\]]*\]/g, '_');
  if (/\)[*+{]/.test(bare)) return Number.POSITIVE_INFINITY;
  const loops = bare.match(/[*+{]/g)?.length ?? 0;
  const options = bare.match(/\?/g)?.length ?? 0;
  return (length + 1) ** (loops + 1) * 2 ** options;
}

/** Made by the other context, it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
