import type { Result } from '../../../contract/evaluations/result.ts';
import { hasDecimalComma } from '../../testset/cell-types.ts';
import { boolResult, errorResult, numberResult } from '../../results/create-result.ts';
import {
  CORRECT_ANSWER_KEY,
  type EvaluatorDefinition,
  limitedBy,
  setting,
} from '../definition/evaluator-definition.ts';
import { readExpected, readText, toCell } from '../definition/read-answers.ts';

export const numericDifference: EvaluatorDefinition = {
  evaluator: {
    name: 'Numeric difference',
    key: 'auto_numeric_difference',
    direct_use: false,
    settings_template: {
      tolerance: setting(
        'Tolerance',
        'number',
        'With a tolerance, the result is true when the difference is at most this.',
        { min: 0 },
      ),
      relative: setting('Relative', 'boolean', 'Divide the difference by the expected number, so that 0.05 is 5 %.', {
        default: false,
      }),
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      'Absolute difference between the number in the output and the expected one. An output that is not a number is outside any tolerance; a number beyond 1.8e308 is an error.',
    tags: ['similarity'],
  },
  version: 2,
  ...limitedBy('tolerance'),
  prepare: ({ tolerance, relative, ...settings }) => {
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const expectedText = toCell(expected.value);
      const wanted = toNumber(expectedText);
      if (wanted === null)
        return errorResult(
          `The expected answer is not a number: ${quote(expected.value)}.${hint(toCell(expected.value))}`,
        );
      if (!Number.isFinite(wanted)) return errorResult(`The expected answer ${tooLarge(expected.value)}`);
      if (relative === true && wanted === 0) {
        return errorResult('The expected answer is 0, so there is no relative difference.');
      }
      const text = readText(output);
      if (!text.ok) return text.result;
      const found = toNumber(text.value);
      if (found === null) return notANumber(text.value, typeof tolerance === 'number');
      if (!Number.isFinite(found)) return errorResult(`The output ${tooLarge(text.value)}`);
      const difference = exactDifference(text.value, expectedText) / (relative === true ? Math.abs(wanted) : 1);
      return typeof tolerance === 'number' ? boolResult(isWithin(difference, tolerance)) : numberResult(difference);
    };
  },
};

function notANumber(text: string, hasTolerance: boolean): Result {
  return hasTolerance ? boolResult(false) : errorResult(`The output is not a number: ${quote(text)}.${hint(text)}`);
}

function hint(text: string): string {
  return hasDecimalComma(text) ? ' Write a point before the decimals.' : '';
}

function tooLarge(value: unknown): string {
  return `is larger than any number that wf can hold: ${quote(value)}.`;
}

/** 0.3 is within 0.1 of 0.2, although their binary difference is slightly more than 0.1. */
function isWithin(difference: number, tolerance: number): boolean {
  return difference <= tolerance * (1 + 1e-9);
}

/** Parses a number as JSON or people write it, with surrounding blanks; never one inside a sentence. */
function toNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(trimmed) ? Number(trimmed) : null;
}

function quote(value: unknown): string {
  return JSON.stringify(toCell(value).slice(0, 80));
}

/** A decimal number: `digits` times 10 to the power of `exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Beyond these, a number is computed as a double: a power of ten with a million digits would take minutes. */
const MAX_DIGITS = 1000;
const MAX_EXPONENT = 1000;

/**
 * Subtracts two decimal numbers with all of their digits, and rounds only the result to a double: integers beyond 2^53
 * differ by 1 where their doubles are equal, and 0.3 differs from 0.2 by 0.1.
 *
 * @param one - a number as JSON or people write it, as in `-1.5e3`, `+7` or `.5`
 */
function exactDifference(one: string, other: string): number {
  const [first, second] = [parseDecimal(one), parseDecimal(other)];
  if (first === null || second === null) return Math.abs(Number(one) - Number(other));
  const exponent = Math.min(first.exponent, second.exponent);
  const difference = scaleTo(first, exponent) - scaleTo(second, exponent);
  return Number(`${difference < 0n ? -difference : difference}e${exponent}`);
}

function parseDecimal(text: string): Decimal | null {
  const [mantissa = '', power = '0'] = text.trim().toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('+', '').split('.');
  const exponent = Number(power) - fraction.length;
  if (mantissa.length > MAX_DIGITS || Math.abs(exponent) > MAX_EXPONENT) return null;
  return { digits: BigInt(`${whole}${fraction}`), exponent };
}

function scaleTo({ digits, exponent }: Decimal, smaller: number): bigint {
  return digits * 10n ** BigInt(exponent - smaller);
}

export const latency: EvaluatorDefinition = defineFigure({
  figure: 'latency',
  name: 'Latency',
  limit: 'max_seconds',
  label: 'Longest time',
  unit: 'seconds',
  what: 'Duration of the call in seconds, without waiting for a rate limit.',
});

export const cost: EvaluatorDefinition = defineFigure({
  figure: 'cost',
  name: 'Cost',
  limit: 'max_dollars',
  label: 'Highest cost',
  unit: 'US dollars',
  what: 'Cost of the call in US dollars. An unknown cost is an error, not 0.',
});

interface Figure {
  readonly figure: 'cost' | 'latency';
  readonly name: string;
  readonly limit: string;
  readonly label: string;
  readonly unit: string;
  readonly what: string;
}

function defineFigure({ figure, name, limit, label, unit, what }: Figure): EvaluatorDefinition {
  const description = `With a limit, the result is true when the call took at most this many ${unit}.`;
  return {
    evaluator: {
      name,
      key: `auto_${figure}`,
      direct_use: true,
      settings_template: { [limit]: { label, type: 'number', description, required: false, min: 0 } },
      description: what,
      tags: ['functional'],
    },
    version: 1,
    ...limitedBy(limit),
    basis: figure,
    prepare: (settings) => {
      const most = settings[limit];
      return (input) => {
        const value = input[figure] ?? null;
        if (value === null) return errorResult(`The ${figure} of this call is unknown.`);
        return typeof most === 'number' ? boolResult(value <= most) : numberResult(value);
      };
    },
  };
}
