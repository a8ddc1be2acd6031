import { numberResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { readExpected, readText, toCell } from '../definition/read-answers.ts';

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
  prepare: (settings) => {
    return async ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const text = readText(output);
      if (!text.ok) return text.result;
      const wanted = toCell(expected.value);
      if (toWords(text.value).length === 0 || toWords(wanted).length === 0) return numberResult(0);
      const { l } = await import('js-rouge');
      return numberResult(l(text.value, wanted, { segmenter: (whole) => [whole], tokenizer: toWords }));
    };
  },
};

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
