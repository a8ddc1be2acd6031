import { boolResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { readExpected, readText, toCell } from '../definition/read-answers.ts';

/** True when the Jaccard similarity of the words of output and expected answer exceeds a threshold. */
export const similarityMatch: EvaluatorDefinition = {
  evaluator: {
    name: 'Similarity match',
    key: 'auto_similarity_match',
    direct_use: false,
    settings_template: {
      similarity_threshold: {
        label: 'Similarity threshold',
        type: 'number',
        default: 0.5,
        description: 'The share of common words must be greater than this.',
        required: true,
        min: 0,
        max: 1,
      },
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'True when output and expected answer share more than the given share of their words.',
    tags: ['similarity'],
  },
  version: 1,
  prepare: (settings) => {
    const threshold = Number(settings['similarity_threshold']);
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const text = readText(output);
      return text.ok ? boolResult(jaccard(text.value, toCell(expected.value)) > threshold) : text.result;
    };
  },
};

/** @source P. Jaccard (1901): size of the intersection over size of the union; two texts without words are equal */
function jaccard(left: string, right: string): number {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  const common = [...a].filter((word) => b.has(word)).length;
  const union = a.size + b.size - common;
  return union === 0 ? 1 : common / union;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
