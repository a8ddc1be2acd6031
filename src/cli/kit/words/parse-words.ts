import { parse } from '@oclif/core/parser';
import type { Definitions } from './definitions.ts';
import { refuseLookalikes } from './refuse-lookalikes.ts';
import { withRefusals } from './with-refusals.ts';

/** A parsed command line. */
export interface ParsedWords {
  readonly flags: Record<string, unknown>;
  readonly args: Record<string, unknown>;
  /** The words that are not flags, in order. */
  readonly argv: readonly string[];
}

/**
 * Parses a command line with oclif, and replaces its errors by ours.
 *
 * @throws {WF_USAGE} with the flag or argument that is unknown, missing or invalid
 */
export async function parseWords(argv: readonly string[], { flags, args }: Definitions): Promise<ParsedWords> {
  refuseLookalikes(argv, flags);
  try {
    const parsed = await parse([...argv], withRefusals({ flags, args }));
    const words = parsed.raw.flatMap((token) => (token.type === 'arg' ? [token.input] : []));
    return { flags: parsed.flags, args: parsed.args, argv: words };
  } catch (error) {
    const { explainRefusal } = await import('./explain-refusal.ts');
    throw explainRefusal(error, flags);
  }
}
