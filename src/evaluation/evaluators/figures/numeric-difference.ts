import type { Result } from '../../../contract/evaluations/result.ts';
import { boolResult, errorResult, numberResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { readExpected, readText, toCell } from '../definition/read-answers.ts';

/** How far the output lies from the expected number; with a tolerance, whether that is near enough. */
export const numericDifference: EvaluatorDefinition = {
  evaluator: {
    name: 'Numeric difference',
    key: 'auto_numeric_difference',
    direct_use: false,
    settings_template: {
      tolerance: {
        label: 'Tolerance',
        type: 'number',
        description: 'With a tolerance the result is true when the difference is at most this.',
        required: false,
        min: 0,
      },
      relative: {
        label: 'Relative',
        type: 'boolean',
        default: false,
        description: 'Divide the difference by the expected number, so that 0.05 is 5 %.',
        required: false,
      },
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      'Absolute difference between the number in the output and the expected one. An output that is no number is outside of any tolerance.',
    tags: ['similarity'],
  },
  version: 1,
  goal: ({ tolerance }) => (typeof tolerance === 'number' ? 'higher' : 'lower'),
  prepare: ({ tolerance, relative, ...settings }) => {
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const wanted = toNumber(toCell(expected.value));
      if (wanted === null) return errorResult(`The expected answer is no number: ${quote(expected.value)}.`);
      if (relative === true && wanted === 0) {
        return errorResult('The expected answer is 0, from which there is no relative difference.');
      }
      const text = readText(output);
      if (!text.ok) return text.result;
      const found = toNumber(text.value);
      if (found === null) return notANumber(text.value, typeof tolerance === 'number');
      const difference = Math.abs(found - wanted) / (relative === true ? Math.abs(wanted) : 1);
      return typeof tolerance === 'number' ? boolResult(isWithin(difference, tolerance)) : numberResult(difference);
    };
  },
};

function notANumber(text: string, hasTolerance: boolean): Result {
  return hasTolerance ? boolResult(false) : errorResult(`The output is no number: ${quote(text)}.`);
}

/** 0.3 lies within 0.1 of 0.2, although their difference is a hair more than 0.1 in binary. */
function isWithin(difference: number, tolerance: number): boolean {
  return difference <= tolerance * (1 + 1e-9);
}

/** As JSON or a person writes it, with blanks around it; nothing is picked out of a sentence. */
function toNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed) ? Number(trimmed) : null;
}

function quote(value: unknown): string {
  return JSON.stringify(toCell(value).slice(0, 80));
}
