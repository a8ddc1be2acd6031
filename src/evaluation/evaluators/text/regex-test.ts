import { boolResult } from '../../results/create-result.ts';
import {
  CASE_SENSITIVE,
  type EvaluatorDefinition,
  type EvaluatorSettings,
  setting,
} from '../definition/evaluator-definition.ts';
import { readText, textOf } from '../definition/read-answers.ts';

/** True when a pattern matches anywhere in the output; by default, case is ignored. */
export const regexTest: EvaluatorDefinition = {
  evaluator: {
    name: 'Regex test',
    key: 'auto_regex_test',
    direct_use: false,
    settings_template: {
      regex_pattern: setting(
        'Pattern',
        'regex',
        'JavaScript regular expression, in Unicode mode where it is valid there.',
        { required: true },
      ),
      regex_should_match: setting('Should match', 'boolean', 'Whether the pattern must match or must not match.', {
        default: true,
      }),
      case_sensitive: { ...CASE_SENSITIVE, default: false },
      unicode_sets: setting(
        'Unicode sets',
        'boolean',
        'Use the v flag: set notation such as [\\p{L}--[a-z]], and properties of strings.',
        { default: false, advanced: true },
      ),
    },
    description: 'True when the pattern matches the output, or when it does not, as set.',
    tags: ['classifiers'],
  },
  version: 2,
  isPassFail: () => true,
  check: async ({ regex_pattern, unicode_sets }) => {
    const pattern = String(regex_pattern);
    const isValid = unicode_sets === true ? isPattern(pattern, 'v') : isPattern(pattern, 'u') || isPattern(pattern, '');
    const mode = unicode_sets === true ? 'with' : 'without';
    return isValid
      ? null
      : { setting: 'regex_pattern', message: `Input should be a regular expression ${mode} the v flag` };
  },
  warn: ({ regex_pattern, unicode_sets }) =>
    unicode_sets === true ? null : describeLegacyPattern(String(regex_pattern)),
  steps: (settings) => {
    const pattern = String(settings['regex_pattern']);
    return ({ output }) => patternSteps(pattern, textOf(output)?.length ?? 0);
  },
  prepare: (settings) => {
    const pattern = compile(settings);
    const shouldMatch = settings['regex_should_match'] !== false;
    return ({ output }) => {
      const text = readText(output);
      return text.ok ? boolResult(pattern.test(text.value) === shouldMatch) : text.result;
    };
  },
};

/**
 * Compiles a user's pattern in Unicode mode, or without it where the pattern uses something that Unicode mode forbids.
 *
 * @throws {SyntaxError} when it is not a pattern in either mode
 */
function compile({ regex_pattern, case_sensitive, unicode_sets }: EvaluatorSettings): RegExp {
  const pattern = String(regex_pattern);
  const mode = unicode_sets === true ? 'v' : isPattern(pattern, 'u') ? 'u' : '';
  return new RegExp(pattern, case_sensitive === true ? mode : `i${mode}`);
}

/**
 * Estimates the most steps of a match: each quantifier tries every length, at each position of the text, and each
 * alternative is tried after each other one. A repeated group may take any number of steps.
 */
export function patternSteps(source: string, length: number): number {
  // A reference to a group compares as many characters as the group matched.
  const bare = source
    .replaceAll(/\\[1-9k]/g, '*')
    // The braces of a property; a number in braces would repeat.
    .replaceAll(/\\[pP]\{[A-Za-z]\w*(?:=\w+)?\}/g, '_')
    .replaceAll(/\\./gs, '_')
    .replaceAll(/\[[^\]]*\]/g, '_');
  if (/\)[*+{]/.test(bare)) return Number.POSITIVE_INFINITY;
  const loops = bare.match(/[*+{]/g)?.length ?? 0;
  const options = bare.match(/\?/g)?.length ?? 0;
  const alternatives = bare.split(')').reduce((product, part) => product * part.split('|').length, 1);
  return (length + 1) ** (loops + 1) * 2 ** options * alternatives + source.length;
}

/** Answers whether a pattern compiles in a mode; without a mode, in any. */
export function isPattern(source: string, mode?: 'u' | 'v' | ''): boolean {
  if (mode === undefined) return isPattern(source, 'u') || isPattern(source, '') || isPattern(source, 'v');
  return reasonAgainst(source, mode) === null;
}

/** Describes what keeps a pattern out of Unicode mode; `null`: nothing. */
function describeLegacyPattern(source: string): string | null {
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
