import { boolResult, numberResult } from '../../results/create-result.ts';
import {
  CORRECT_ANSWER_KEY,
  type EvaluatorDefinition,
  limitedBy,
  setting,
} from '../definition/evaluator-definition.ts';
import { expectedColumn, scoreTexts, sizeOf, textOf } from '../definition/read-answers.ts';
import { distance } from 'fastest-levenshtein';

/** True when the Jaccard similarity of the words of output and expected answer exceeds a threshold. */
export const similarityMatch: EvaluatorDefinition = {
  evaluator: {
    name: 'Similarity match',
    key: 'auto_similarity_match',
    direct_use: false,
    settings_template: {
      similarity_threshold: setting(
        'Similarity threshold',
        'number',
        'The share of common words must be greater than this.',
        { default: 0.5, required: true, min: 0, max: 1 },
      ),
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'True when output and expected answer share more than the given share of their words.',
    tags: ['similarity'],
  },
  version: 1,
  isPassFail: () => true,
  prepare: (settings) => {
    const threshold = Number(settings['similarity_threshold']);
    return scoreTexts(settings, (text, wanted) => boolResult(jaccard(text, wanted) > threshold));
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

/** Expected answers of more characters count as this long. */
const MAX_CHARACTERS = 1_000_000;

export const levenshteinDistance: EvaluatorDefinition = {
  evaluator: {
    name: 'Levenshtein distance',
    key: 'auto_levenshtein_distance',
    direct_use: false,
    settings_template: {
      threshold: setting(
        'Threshold',
        'number',
        'With a threshold, the result is true when the distance is at most this.',
        { min: 0 },
      ),
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'Number of single-character edits between the output and the expected answer.',
    tags: ['similarity'],
  },
  version: 2,
  ...limitedBy('threshold'),
  // Thirty-two cells of the table at a time.
  steps:
    (settings) =>
    ({ output, row }) =>
      ((textOf(output)?.length ?? 0) * sizeOf(row[expectedColumn(settings)], MAX_CHARACTERS)) / 8,
  prepare: (settings) => {
    const threshold = settings['threshold'];
    return scoreTexts(settings, (text, wanted) => {
      if (typeof threshold !== 'number') return numberResult(editDistance(text, wanted));
      // Each missing character is an edit.
      const least = Math.abs(countCharacters(text) - countCharacters(wanted));
      return boolResult(least <= threshold && editDistance(text, wanted) <= threshold);
    });
  },
};

/**
 * Computes the Levenshtein distance of two texts in code points, so that 😀 is one character.
 *
 * @throws {Error} for more than 65,536 different characters
 */
function editDistance(left: string, right: string): number {
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return distance(left, right);
  const numbers = new Map<number, number>();
  return distance(renumber(left, numbers), renumber(right, numbers));
}

function countCharacters(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const SURROGATE = /[\ud800-\udfff]/;
const MAX_UNITS = 0x10000;

/** Gives each different code point one UTF-16 unit, because the library counts units. */
function renumber(text: string, numbers: Map<number, number>): string {
  let units = '';
  for (const character of text) {
    // The iterator yields no empty text.
    const point = character.codePointAt(0) as number;
    const unit = numbers.get(point) ?? numbers.size;
    if (unit === MAX_UNITS) throw new Error('The texts have more than 65,536 different characters.');
    numbers.set(point, unit);
    units += String.fromCharCode(unit);
  }
  return units;
}

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
  prepare: (settings) =>
    scoreTexts(settings, (text, answer) => {
      const [found, wanted] = [toWords(text), toWords(answer)];
      if (found.length === 0 || wanted.length === 0) return numberResult(0);
      return numberResult((2 * commonLength(found, wanted)) / (found.length + wanted.length));
    }),
};

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * Computes the length of the longest common subsequence of two lists of words, in memory proportional to one list.
 *
 * @source D. S. Hirschberg, "A linear space algorithm for computing maximal common subsequences", 1975, algorithm B
 */
function commonLength(left: readonly string[], right: readonly string[]): number {
  const numberOf = wordNumbers();
  const [first, second] = [Uint32Array.from(left, numberOf), Uint32Array.from(right, numberOf)];
  // Entry j: the length for the words of `first` so far and the first j words of `second`.
  const lengths = new Uint32Array(second.length + 1);
  for (const word of first) {
    let diagonal = 0;
    for (let j = 1; j < lengths.length; j += 1) {
      const above = lengths[j] ?? 0;
      lengths[j] = word === second[j - 1] ? diagonal + 1 : Math.max(above, lengths[j - 1] ?? 0);
      diagonal = above;
    }
  }
  return lengths[second.length] ?? 0;
}

/** Gives equal words equal numbers, which are compared faster. */
function wordNumbers(): (word: string) => number {
  const numbers = new Map<string, number>();
  return (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  };
}
