import { numberResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { expectedColumn, readExpected, readText, textOf, toCell } from '../definition/read-answers.ts';
import { sizeOf } from '../definition/size-of.ts';
import { commonLength } from './common-length.ts';

/** Expected answers of more characters count as this long. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Computes F1 of the longest common subsequence of words.
 *
 * @source C.-Y. Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, §3.1; each text is one sequence and
 * words are lower-case letters and digits, as in Google's rouge_score (`rougeL`), but of any script
 */
export const rougeL: EvaluatorDefinition = {
  evaluator: {
    name: 'ROUGE-L',
    key: 'auto_rouge_l',
    direct_use: false,
    settings_template: { correct_answer_key: CORRECT_ANSWER_KEY },
    description:
      'F1, from 0 to 1, of the longest sequence of words that output and expected answer have in common, ignoring case and punctuation.',
    tags: ['similarity'],
  },
  version: 1,
  // A word has two characters or more, with the blank after it.
  steps:
    (settings) =>
    ({ output, row }) =>
      ((textOf(output)?.length ?? 0) * sizeOf(row[expectedColumn(settings)], MAX_CHARACTERS)) / 4,
  prepare: (settings) => {
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const text = readText(output);
      if (!text.ok) return text.result;
      const [found, wanted] = [toWords(text.value), toWords(toCell(expected.value))];
      if (found.length === 0 || wanted.length === 0) return numberResult(0);
      return numberResult((2 * commonLength(found, wanted)) / (found.length + wanted.length));
    };
  },
};

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
