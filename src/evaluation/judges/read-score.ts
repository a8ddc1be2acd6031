import type { UnknownRecord } from '../../foundation/record.ts';
import type { ScoreRange } from '../statistics/score-range.ts';
import { splitJson } from './find-json.ts';
import { entryOf, findRecords, findText, reasonOf } from './read-verdict.ts';

/** A score with its reason; the score may be outside its scale. */
export interface ReadScore {
  readonly score: number;
  readonly reason: string;
}

/**
 * Reads a score out of a model's answer: JSON with a score, a lone number, or a labelled one, as in "Score: 7/10". A
 * share of another maximum is converted: on a scale from 0 to 10, `85/100` and `85%` are 8.5.
 *
 * @returns `undefined` where the answer has no score, several, or one that can be read in two ways: guessing would be
 *   worse than an error
 */
export function readScore(answer: string, scale: ScoreRange): ReadScore | undefined {
  const { values, text } = splitJson(answer);
  if (isCutOff(text)) return undefined;
  const named = maximumOf(namedScale(text));
  const records = findRecords(values, NAMES);
  const found = findText(text, NUMBER, NAMES);
  const scores = [
    ...records.map((record) => scoreOf(record, scale, named)),
    ...found.values.map(({ value, label }) => toScore(value, scale, maximumOf(label) ?? named)),
  ];
  const [score] = scores;
  if (score === undefined || scores.some((each) => each !== score)) return undefined;
  const [record] = records;
  return { score, reason: record === undefined ? found.rest : reasonOf(record) };
}

const NAMES = ['score', 'rating', 'grade'];
const MAXIMA = ['max', 'maximum', 'max_score', 'maxscore', 'max_rating', 'out_of', 'outof'];

const DIGITS = String.raw`\d+(?:[.,]\d+)?|[.,]\d+`;
/** A number, with or without its maximum: `7`, `7,5`, `7/10`, `7 out of 10`, `70%`. Not the first of two: `7-8`, `7 or 8`. */
const NUMBER = String.raw`([-+]?(?:${DIGITS})(?:\s*%|\s*(?:\/|out of|of)\s*(?:${DIGITS}))?)(?!\w|[.,:]?\d|\s*(?:[-–—~,;/&%±]|\+\/-|to\b|or\b|and\b|(?:out )?of\b)\s*[.,]?\d|\s*%)`;

function scoreOf(record: UnknownRecord, scale: ScoreRange, named: number | null): number | undefined {
  const most = entryOf(record, MAXIMA);
  const maximum = (typeof most === 'string' ? toNumber(most) : typeof most === 'number' ? most : undefined) ?? named;
  const values = NAMES.flatMap((name) => entryOf(record, [name]) ?? []);
  const [score, ...others] = values.map((value) => toScore(value, scale, maximum));
  // A grade next to a score may be a letter.
  return others.every((other) => other === undefined || other === score) ? score : undefined;
}

const SHARE = new RegExp(String.raw`^([-+]?(?:${DIGITS}))\s*(?:(%)|(?:\/|out of|of)\s*(${DIGITS}))?\.?$`, 'i');

/** @param maximum - what the answer names as the greatest score elsewhere; `null`: nothing */
function toScore(value: unknown, scale: ScoreRange, maximum: number | null): number | undefined {
  const [, digits, percent, of] = typeof value === 'string' ? (SHARE.exec(value.trim()) ?? []) : [];
  const number = typeof value === 'number' ? value : toNumber(digits);
  const most = percent === undefined ? (of === undefined ? maximum : toNumber(of)) : 100;
  if (number === undefined || !Number.isFinite(number) || most === undefined) return undefined;
  if (most === null || (most === scale.high && percent === undefined)) return number;
  // A share of a maximum says where the score stands only on scales from 0.
  return scale.low === 0 && most > 0 ? (number * scale.high) / most : undefined;
}

/** Reads a number with a decimal point or comma. In `1,000`, the comma may separate thousands. */
function toNumber(digits: string | undefined): number | undefined {
  if (digits === undefined || !/\d/.test(digits) || /^[-+]?[1-9]\d*,\d{3}$/.test(digits)) return undefined;
  const number = Number(digits.replace(',', '.'));
  return Number.isNaN(number) ? undefined : number;
}

/** JSON that ends with a number may have lost its last digits. */
function isCutOff(text: string): boolean {
  return /[\d.,]$/.test(text.trimEnd()) && text.lastIndexOf('{') > text.lastIndexOf('}');
}

/** Finds the scale that a text names, as in "on a scale of 1 to 100". */
function namedScale(text: string): string {
  return /\bscale\s+(?:of|from)\s+\d+\s*(?:-|–|to)\s*\d+/i.exec(text)?.[0] ?? '';
}

/** Reads the last number of a scale: `(0-100)`, `(out of 100)`. */
function maximumOf(label: string): number | null {
  const last = label.match(/\d+/g)?.at(-1);
  return last === undefined ? null : Number(last);
}
