import { boolResult, numberResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, FROM_ZERO, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { expectedColumn, readExpected, readText, textOf, toCell } from '../definition/read-answers.ts';
import { sizeOf } from '../definition/size-of.ts';
import { countCharacters, editDistance } from './edit-distance.ts';

/** Expected answers of more characters count as this long. */
const MAX_CHARACTERS = 1_000_000;

/** Edit distance of the output from the expected answer; with a threshold, whether it is within it. */
export const levenshteinDistance: EvaluatorDefinition = {
  evaluator: {
    name: 'Levenshtein distance',
    key: 'auto_levenshtein_distance',
    direct_use: false,
    settings_template: {
      threshold: {
        label: 'Threshold',
        type: 'number',
        description: 'With a threshold, the result is true when the distance is at most this.',
        required: false,
        min: 0,
      },
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'Number of single-character edits between the output and the expected answer.',
    tags: ['similarity'],
  },
  version: 2,
  range: ({ threshold }) => (typeof threshold === 'number' ? { low: 0, high: 1 } : FROM_ZERO),
  // Thirty-two cells of the table at a time.
  steps:
    (settings) =>
    ({ output, row }) =>
      ((textOf(output)?.length ?? 0) * sizeOf(row[expectedColumn(settings)], MAX_CHARACTERS)) / 8,
  goal: ({ threshold }) => (typeof threshold === 'number' ? 'higher' : 'lower'),
  prepare: (settings) => {
    const threshold = settings['threshold'];
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const text = readText(output);
      if (!text.ok) return text.result;
      const wanted = toCell(expected.value);
      if (typeof threshold !== 'number') return numberResult(editDistance(text.value, wanted));
      // Each missing character is an edit.
      const least = Math.abs(countCharacters(text.value) - countCharacters(wanted));
      return boolResult(least <= threshold && editDistance(text.value, wanted) <= threshold);
    };
  },
};
