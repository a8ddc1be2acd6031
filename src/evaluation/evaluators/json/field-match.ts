import { boolResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { jsonOf, parseExactText, readExpected, toCell } from '../definition/read-answers.ts';

/** True when one field of a JSON output equals the expected answer. */
export const fieldMatch: EvaluatorDefinition = {
  evaluator: {
    name: 'JSON field match',
    key: 'field_match_test',
    direct_use: false,
    settings_template: {
      json_field: {
        label: 'JSON field',
        type: 'string',
        description: 'Field to compare, or a dotted path such as "choices.0.label".',
        required: true,
      },
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'True when the field of the JSON output equals the expected answer.',
    tags: ['classifiers'],
  },
  version: 2,
  prepare: (settings) => {
    const path = String(settings['json_field']);
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const value = valueAt(jsonOf(output), path);
      return boolResult(value !== undefined && isSame(value, expected.value));
    };
  },
};

/** A field name may contain dots, so this tries the whole path first, then ever shorter prefixes. */
function valueAt(json: unknown, path: string): unknown {
  if (typeof json !== 'object' || json === null) return undefined;
  if (Object.hasOwn(json, path)) return (json as Record<string, unknown>)[path]; // hasOwn saw the key
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const head = path.slice(0, dot);
    if (!Object.hasOwn(json, head)) continue;
    const value = valueAt((json as Record<string, unknown>)[head], path.slice(dot + 1)); // hasOwn saw the key
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Cells of a csv are text, so numbers, booleans and objects are compared in their cell form. */
function isSame(value: unknown, expected: unknown): boolean {
  if (toCell(value) === toCell(expected)) return true;
  if (typeof expected !== 'string' || typeof value === 'string') return false;
  const parsed = parseExactText(expected);
  return parsed !== undefined && toCell(value) === toCell(parsed);
}
