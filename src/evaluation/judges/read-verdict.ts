import { isRecord, type UnknownRecord } from '../../foundation/record.ts';
import { splitJson } from './find-json.ts';

/**
 * Reads a choice out of a model's answer: JSON with a choice, a lone letter, or a labelled one, as in "Choice: C".
 *
 * @param choices - the letters, as in `ABCDE`
 * @returns `undefined` when there is no clear choice
 */
export function readChoice(answer: string, choices: string) {
  const { values, text } = splitJson(answer);
  const records = findRecords(values, CHOICE_NAMES);
  const found = findText(text, `\\(?([${choices}])\\)?(?![\\w])`, CHOICE_NAMES);
  const all = [
    ...records.map((record) => toChoice(entryOf(record, CHOICE_NAMES), choices)),
    ...found.values.map(({ value }) => value.toUpperCase()),
  ];
  const [choice] = all;
  if (choice === undefined || all.some((each) => each !== choice)) return undefined;
  const [record] = records;
  return { choice, reason: record === undefined ? found.rest : reasonOf(record) };
}

const CHOICE_NAMES = ['choice', 'answer', 'verdict'];
const REASON_NAMES = ['explanation', 'reason', 'reasons', 'reasoning', 'rationale', 'justification'];

/** Parts of an answer's JSON that are looked at. */
const MAX_PARTS = 1000;

/** Finds the outermost objects that have one of these names. */
export function findRecords(values: readonly unknown[], names: readonly string[]): UnknownRecord[] {
  const found: UnknownRecord[] = [];
  const waiting = [...values];
  for (let index = 0; index < waiting.length && index < MAX_PARTS; index += 1) {
    const value = waiting[index];
    if (isRecord(value) && entryOf(value, names) !== undefined) found.push(value);
    else if (typeof value === 'object' && value !== null) waiting.push(...Object.values(value).slice(0, MAX_PARTS));
  }
  return found;
}

/** Reads the first of an object's fields that has one of these names, in any case. */
export function entryOf(record: UnknownRecord, names: readonly string[]): unknown {
  const key = Object.keys(record).find((name) => names.includes(name.toLowerCase()));
  return key === undefined ? undefined : record[key];
}

export function reasonOf(record: UnknownRecord): string {
  const reason = entryOf(record, REASON_NAMES);
  return typeof reason === 'string' ? reason.trim() : '';
}

const MARKS = '["\'`*_\\s]*';

interface FoundText {
  readonly values: readonly { readonly value: string; readonly label: string }[];
  /** The text without the line of a value that stands alone. */
  readonly rest: string;
}

/**
 * Finds the values of a text that stand alone on a line or behind a label.
 *
 * @param pattern - a regular expression with one group, the value
 */
export function findText(text: string, pattern: string, names: readonly string[]): FoundText {
  const lines = text.trim().split('\n');
  const label = `\\b(?:${names.join('|')})\\b${MARKS}(?<scale>\\([^()]{0,40}\\)${MARKS})?(?::|=|\\bis\\b)${MARKS}`;
  const lone = new RegExp(`^${MARKS}(?:${label})?${pattern}${MARKS}(?:\\.${MARKS})?$`, 'i');
  const labelled = new RegExp(`${label}${pattern}`, 'gi');
  const found = lines.flatMap((line, index) => {
    const alone = lone.exec(line);
    const matches = alone === null ? [...line.matchAll(labelled)] : [alone];
    return matches.map((match) => ({ value: match.at(-1) ?? '', label: match.groups?.['scale'] ?? '', index }));
  });
  const [first] = found;
  const rest = lines.filter((line, index) => index !== first?.index || !lone.test(line));
  return { values: found, rest: rest.join('\n').trim() };
}

function toChoice(value: unknown, choices: string): string | undefined {
  if (typeof value !== 'string') return undefined;
  const letter = new RegExp(`^\\s*\\(?([${choices}])(?:\\)|[.:]|\\s*$)`, 'i').exec(value)?.[1];
  return letter?.toUpperCase();
}
