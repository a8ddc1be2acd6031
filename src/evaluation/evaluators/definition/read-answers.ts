import type { Result } from '../../../contract/evaluations/result.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { parseExactNumbers } from '../../../contract/validation/exact-json.ts';
import { canonicalJson } from '../../hashing/content-keys.ts';
import { isRecord } from '../../../foundation/record.ts';
import { errorResult } from '../../results/create-result.ts';
import type { EvaluatorSettings, Score } from './evaluator-definition.ts';
import { findExcess } from '../../../foundation/json/check-json.ts';

const TESTCASE_PREFIX = 'testcase.';

/** The value, or the row's result when there is none to score. */
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly result: Result };

/** Reads the column named by `correct_answer_key`, with or without the prefix "testcase.". @source facts §2.6.1 */
export function expectedColumn(settings: EvaluatorSettings): string {
  const { correct_answer_key: key } = settings;
  if (typeof key !== 'string') return 'correct_answer';
  return key.startsWith(TESTCASE_PREFIX) ? key.slice(TESTCASE_PREFIX.length) : key;
}

export function readExpected(settings: EvaluatorSettings, row: TestsetRow): Read<unknown> {
  const column = expectedColumn(settings);
  if (Object.hasOwn(row, column) && row[column] !== undefined) return { ok: true, value: row[column] };
  const columns = Object.keys(row).map((name) => JSON.stringify(name));
  return {
    ok: false,
    result: errorResult(
      `The test set has no column ${JSON.stringify(column)} for the expected answer. Its columns: ${columns.join(', ')}.`,
    ),
  };
}

/** Reads an output as text: a string, a number or boolean, or an object's content, data or data.content. */
export function readText(output: unknown): Read<string> {
  const text = textOf(output);
  if (text !== undefined) return { ok: true, value: text };
  return {
    ok: false,
    result: errorResult(
      `This evaluator compares text, but the output is ${describe(output)}: use field_match_test to compare one field, auto_json_diff to compare all.`,
    ),
  };
}

/** Scores the texts of an output and of the expected answer of its row. */
export function scoreTexts(settings: EvaluatorSettings, score: (text: string, wanted: string) => Result): Score {
  return ({ output, row }) => {
    const expected = readExpected(settings, row);
    if (!expected.ok) return expected.result;
    const text = readText(output);
    return text.ok ? score(text.value, toCell(expected.value)) : text.result;
  };
}

export function textOf(output: unknown): string | undefined {
  if (typeof output === 'string') return output;
  if (typeof output === 'number' || typeof output === 'boolean') return String(output);
  if (!isRecord(output)) return undefined;
  const { content, data } = output;
  if (typeof content === 'string') return content;
  if (typeof data === 'string') return data;
  return isRecord(data) && typeof data['content'] === 'string' ? data['content'] : undefined;
}

/**
 * Reads an output as JSON: parses text, and returns an object without JSON text unchanged.
 *
 * @param parse - by default, a number that a double cannot hold stays text
 * @returns `undefined` when it is not JSON
 */
export function jsonOf(output: unknown, parse = parseExactText): unknown {
  const text = textOf(output);
  const parsed = text === undefined ? undefined : parse(text);
  const isStructured = typeof parsed === 'object' && parsed !== null;
  return isStructured || typeof output !== 'object' ? parsed : output;
}

/** Parses JSON text, in which a number that a double cannot hold stays text; `undefined` when it is invalid or too deep. */
export function parseExactText(text: string): unknown {
  if (findExcess(text, {}) !== null) return undefined;
  try {
    return parseExactNumbers(text);
  } catch {
    return undefined;
  }
}

/** Writes a value as a csv cell: text unchanged, anything else as JSON with sorted keys. */
export function toCell(value: unknown): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}

function describe(output: unknown): string {
  if (output === null || output === undefined) return 'empty';
  if (Array.isArray(output)) return 'a list';
  const keys = isRecord(output) ? Object.keys(output) : [];
  return keys.length === 0 ? 'an empty object' : `an object with ${keys.slice(0, 8).join(', ')}`;
}

/** A number, a boolean or a comma. */
const SMALL = 8;

/**
 * Measures a JSON value: roughly the number of characters of its JSON text. Never recurses, because values may be nested
 * deeper than the stack.
 *
 * @param most - stop counting above this
 */
export function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SMALL;
  let size = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && size <= most) {
    const next = left.pop();
    if (typeof next === 'string') size += next.length + 2;
    else if (typeof next !== 'object' || next === null) size += SMALL;
    else size += SMALL + unfold(next, left);
  }
  return size;
}

/** Puts the parts of a list or an object on the pile. @returns the size of its keys */
function unfold(whole: object, left: unknown[]): number {
  if (Array.isArray(whole)) {
    // Spreading a long list would exceed the stack.
    for (const item of whole) left.push(item);
    return 0;
  }
  let size = 0;
  for (const key of Object.keys(whole)) {
    size += key.length + 2;
    left.push((whole as Record<string, unknown>)[key]); // it is one of its keys
  }
  return size;
}
