import { parseJson } from '../../contract/validation/parse-json.ts';
import { isRecord, type UnknownRecord } from '../../foundation/record.ts';

/**
 * Reads a score out of a model's answer: JSON with a score, a lone number, or a labelled one, as in "Score: 7/10". Two
 * different labelled numbers are not understood: guessing would be worse than an error.
 *
 * @returns `undefined` when there is no clear score
 */
export function readScore(content: string) {
  const json = readObject(content);
  const named = json === undefined ? undefined : toNumber(valueOf(json, SCORE_NAMES));
  if (json !== undefined && named !== undefined) return { score: named, reason: reasonOf(json) };
  const found = readText(content, NUMBER, SCORE_NAMES);
  const score = toNumber(found?.value);
  return found === undefined || score === undefined ? undefined : { score, reason: found.rest };
}

/**
 * Reads a choice out of a model's answer: JSON with a choice, a lone letter, or a labelled one, as in "Choice: C".
 *
 * @param choices - the letters, as in `ABCDE`
 * @returns `undefined` when there is no clear choice
 */
export function readChoice(content: string, choices: string) {
  const json = readObject(content);
  const named = json === undefined ? undefined : valueOf(json, CHOICE_NAMES);
  if (json !== undefined && typeof named === 'string' && isChoice(named, choices)) {
    return { choice: named, reason: reasonOf(json) };
  }
  const found = readText(content, `\\(?([${choices}])\\)?(?![\\w])`, CHOICE_NAMES);
  return found === undefined ? undefined : { choice: found.value.toUpperCase(), reason: found.rest };
}

/** Parses the JSON of an answer, with or without a code fence or text around it. */
export function readJson(content: string): unknown {
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const [start, end] = [content.indexOf(open), content.lastIndexOf(close)];
    if (start === -1 || end < start) continue;
    const parsed = parseJson(content.slice(start, end + 1));
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

const SCORE_NAMES = ['score', 'rating', 'grade'];
const CHOICE_NAMES = ['choice', 'answer', 'verdict'];
const REASON_NAMES = ['explanation', 'reason', 'reasons', 'reasoning', 'rationale', 'justification'];

/** A number, with or without its greatest value: `7`, `7/10`, `7 out of 10`. A percentage is another scale. */
const NUMBER = String.raw`([-+]?(?:\d+(?:\.\d+)?|\.\d+))(?![\d%]|\.\d|\s*%)(?:\s*(?:\/|out of)\s*\d+(?:\.\d+)?)?(?!\w)`;
const MARKS = '["\'`*_\\s]*';

interface FoundText {
  readonly value: string;
  readonly rest: string;
}

function readText(content: string, pattern: string, names: readonly string[]): FoundText | undefined {
  const text = content.replaceAll(/^\s*```\w*\s*$/gm, '').trim();
  const lines = text.split('\n');
  const label = `\\b(?:${names.join('|')})\\b${MARKS}(?:\\([^)]*\\)${MARKS})?(?::|=|\\bis\\b)${MARKS}`;
  const lone = new RegExp(`^${MARKS}(?:${label})?${pattern}${MARKS}\\.?${MARKS}$`, 'i');
  const labelled = new RegExp(`${label}${pattern}`, 'gi');
  const found = lines.flatMap((line, index) => {
    const alone = lone.exec(line)?.[1];
    const values = alone === undefined ? [...line.matchAll(labelled)].map(([, value = '']) => value) : [alone];
    return values.map((value) => ({ value, index }));
  });
  const [first] = found;
  if (first === undefined || found.some(({ value }) => value.toUpperCase() !== first.value.toUpperCase()))
    return undefined;
  const rest = lines.filter((line, index) => index !== first.index || !lone.test(line));
  return { value: first.value, rest: rest.join('\n').trim() };
}

function readObject(content: string): UnknownRecord | undefined {
  const json = readJson(content);
  return isRecord(json) ? json : undefined;
}

function valueOf(json: UnknownRecord, names: readonly string[]): unknown {
  const key = Object.keys(json).find((name) => names.includes(name.toLowerCase()));
  return key === undefined ? undefined : json[key];
}

function reasonOf(json: UnknownRecord): string {
  const reason = valueOf(json, REASON_NAMES);
  return typeof reason === 'string' ? reason.trim() : '';
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function isChoice(value: string, choices: string): boolean {
  return value.length === 1 && choices.includes(value);
}
