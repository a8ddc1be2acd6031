import { parse } from '@oclif/core/parser';
import type { Definitions } from './definitions.ts';
import { refuseLookalikes } from './refuse-lookalikes.ts';
import { withRefusals } from './with-refusals.ts';

/** What a command line says. */
export interface ParsedWords {
  readonly flags: Record<string, unknown>;
  readonly args: Record<string, unknown>;
  /** The words that are no flags, in order. */
  readonly argv: readonly string[];
}

/**
 * Reads a command line with oclif's parser; its refusals become errors worded by us.
 *
 * @throws {WF_USAGE} naming the flag or argument that is unknown, missing or wrong
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
