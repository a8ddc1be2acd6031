import { parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { findExcess, locateJsonError, MAX_DEPTH } from '../../foundation/json/check-json.ts';
import { isRecord } from '../../foundation/record.ts';
import { nameOfSource, readTextSource, type TextSource } from './read-text-source.ts';

/**
 * Reads a JSON object from a file or standard input.
 *
 * @throws {WF_INVALID_INPUT} with file, line and column when it is malformed, or when it is not an object
 */
export async function readJsonObject(source: TextSource): Promise<Record<string, unknown>> {
  const value = parseJsonSource(source.source, await readTextSource(source));
  if (isRecord(value)) return { ...value };
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${nameOfSource(source.source)} must be a JSON object, not ${describeType(value)}.`,
  });
}

/** Reads the JSON object of a flag like `--params FILE|-`; an empty object if the flag is missing. */
export async function readParameters(
  source: string | undefined,
  { cwd, stdin }: Omit<TextSource, 'source'>,
): Promise<Record<string, unknown>> {
  return source === undefined ? {} : await readJsonObject({ source, cwd, stdin });
}

/** Parses JSON; a number that a double cannot hold stays the text that was written. The error says where it is malformed. */
export function parseJsonSource(source: string, text: string): unknown {
  if (findExcess(text, {}) !== null)
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `${nameOfSource(source)} has a value that is nested more than ${MAX_DEPTH} deep.`,
    });
  try {
    return parseExactNumbers(text);
  } catch (cause) {
    const { line, column } = locateJsonError(text);
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: `${nameOfSource(source)}, line ${line}, column ${column}: Invalid JSON: ${reasonOf(cause)}.`,
      details: { source, line, column },
      cause,
    });
  }
}

function reasonOf(cause: unknown): string {
  const message = messageOf(cause);
  return message.replace(/ in JSON at position.*$/s, '').replace(/, (?:\.\.\.)?".*$/s, '');
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
