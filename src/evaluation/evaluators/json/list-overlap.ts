import { isRecord } from '../../../foundation/record.ts';
import { numberResult } from '../../results/create-result.ts';
import {
  CASE_SENSITIVE,
  CORRECT_ANSWER_KEY,
  type EvaluatorDefinition,
  setting,
} from '../definition/evaluator-definition.ts';
import { jsonOf, parseExactText, readExpected, readText, toCell } from '../definition/read-answers.ts';

interface Counts {
  readonly found: number;
  readonly wanted: number;
  readonly common: number;
}

/**
 * Measures of what two lists have in common.
 *
 * @source C. J. van Rijsbergen, Information Retrieval (1979), ch. 7 (precision, recall, F1); P. Jaccard (1901)
 */
const MEASURES = {
  f1: ({ found, wanted, common }) => (2 * common) / (found + wanted),
  precision: ({ found, common }) => (found === 0 ? 0 : common / found),
  recall: ({ wanted, common }) => (wanted === 0 ? 0 : common / wanted),
  jaccard: ({ found, wanted, common }) => common / (found + wanted - common),
} as const satisfies Record<string, (counts: Counts) => number>;

export const listOverlap: EvaluatorDefinition = {
  evaluator: {
    name: 'List overlap',
    key: 'auto_list_overlap',
    direct_use: false,
    settings_template: {
      measure: setting('Measure', 'multiple_choice', 'Measure of the overlap: f1, precision, recall or jaccard.', {
        default: 'f1',
        options: Object.keys(MEASURES),
      }),
      separator: setting(
        'Separator',
        'string',
        'Separator of items in a list that is not JSON; blanks around items are dropped.',
        { default: ',', advanced: true },
      ),
      case_sensitive: CASE_SENSITIVE,
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description:
      'Overlap, from 0 to 1, of the output and the expected list, regardless of order and repetition. Two empty lists agree.',
    tags: ['similarity'],
  },
  version: 2,
  prepare: (settings) => {
    const separator = String(settings['separator']);
    const fold = settings['case_sensitive'] === false ? (item: string) => item.toLowerCase() : (item: string) => item;
    // The template allows no other value.
    const measure = MEASURES[settings['measure'] as keyof typeof MEASURES];
    const toSet = (value: unknown) => new Set(toItems(value, separator).map(fold));
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const json = jsonOf(output);
      const text = Array.isArray(json) ? null : readText(output);
      if (text?.ok === false) return text.result;
      const [found, wanted] = [toSet(text === null ? json : text.value), toSet(expected.value)];
      if (found.size === 0 && wanted.size === 0) return numberResult(1);
      const common = [...found].filter((item) => wanted.has(item)).length;
      return numberResult(measure({ found: found.size, wanted: wanted.size, common }));
    };
  },
};

function toItems(value: unknown, separator: string): string[] {
  const list = typeof value === 'string' ? (parseExactText(value) ?? value) : value;
  if (Array.isArray(list)) return list.map((item) => toCell(item).trim());
  const text = isRecord(list) || typeof value !== 'string' ? toCell(list) : value;
  return (separator === '' ? [text] : text.split(separator)).map((item) => item.trim()).filter((item) => item !== '');
}
