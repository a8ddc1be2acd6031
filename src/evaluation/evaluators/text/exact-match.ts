import { canonicalJson } from '../../hashing/canonical-json.ts';
import { boolResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { jsonOf, readExpected, readText, toCell } from '../definition/read-answers.ts';

/** True when the output equals the expected answer: as text, or as JSON when that is an object or a list. */
export const exactMatch: EvaluatorDefinition = {
  evaluator: {
    name: 'Exact match',
    key: 'auto_exact_match',
    direct_use: true,
    settings_template: { correct_answer_key: CORRECT_ANSWER_KEY },
    description: 'True when the output equals the expected answer.',
    tags: ['functional'],
  },
  version: 2,
  prepare: (settings) => {
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      if (typeof expected.value === 'object' && expected.value !== null) {
        return boolResult(canonicalJson(jsonOf(output)) === canonicalJson(expected.value));
      }
      const text = readText(output);
      return text.ok ? boolResult(text.value === toCell(expected.value)) : text.result;
    };
  },
};
