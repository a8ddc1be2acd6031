export interface PatternSettings {
  readonly isCaseSensitive: boolean;
  /** Whether to use the `v` flag: set notation, and properties of strings. */
  readonly hasSets: boolean;
}

/**
 * Compiles a user's pattern in Unicode mode, or without it where the pattern uses something that Unicode mode forbids.
 *
 * @throws {SyntaxError} when it is no pattern in either mode
 */
export function compilePattern(source: string, { isCaseSensitive, hasSets }: PatternSettings): RegExp {
  const mode = hasSets ? 'v' : isPattern(source, 'u') ? 'u' : '';
  return new RegExp(source, isCaseSensitive ? mode : `i${mode}`);
}

/** Answers whether a pattern compiles in a mode; without a mode, in any. */
export function isPattern(source: string, mode?: 'u' | 'v' | ''): boolean {
  if (mode === undefined) return isPattern(source, 'u') || isPattern(source, '') || isPattern(source, 'v');
  return reasonAgainst(source, mode) === null;
}

/** Describes what keeps a pattern out of Unicode mode; `null`: nothing. */
export function describeLegacyPattern(source: string): string | null {
  const reason = reasonAgainst(source, 'u');
  if (reason === null) return null;
  const construct = findConstruct(source);
  const cause =
    construct === null ? `is not valid in Unicode mode (${reason})` : `uses ${construct}, which Unicode mode forbids`;
  return `The pattern ${cause}, so it runs without that mode: \\p{…} matches no property, and a character beyond U+FFFF counts as two.`;
}

function reasonAgainst(source: string, mode: string): string | null {
  try {
    return new RegExp(source, mode) instanceof RegExp ? null : '';
  } catch (error) {
    // RegExp throws only a SyntaxError, whose message ends with the reason.
    return (error as SyntaxError).message.split(': ').at(-1) ?? '';
  }
}

const TOKEN = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<[^>]*>|c[a-z]|\d+|.)|\{\d+(?:,\d*)?\}|./gis;

/** Finds the first escape or bracket that Unicode mode forbids; `null`: something else, such as a quantified assertion. */
function findConstruct(source: string): string | null {
  let isInClass = false;
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith('\\')) {
      const isReference = /^\\(?:[1-9]|k)/.test(token);
      if (!isReference && !isPattern(isInClass ? `[${token}]` : token, 'u')) return `\`${token}\``;
    } else if (isInClass) isInClass = token !== ']';
    else if (token === '[') isInClass = true;
    else if (['{', '}', ']'].includes(token)) return `\`${token}\` without a backslash`;
  }
  return null;
}
