import type { EvaluatorSetting } from '../../../contract/evaluators/evaluator.ts';
import { isInexactNumber, isSameInexactNumber } from '../../../contract/validation/exact-json.ts';
import { canonicalJson } from '../../hashing/canonical-json.ts';
import { errorResult, numberResult } from '../../results/make-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { sizeOf } from '../definition/size-of.ts';
import { jsonOf, parseExactText, readExpected } from '../definition/read-answers.ts';

/** Values of more characters count as this long. */
const FEW_CHARACTERS = 10_000;

/** Share of the fields of the expected JSON that the output matches. */
export const jsonDiff: EvaluatorDefinition = {
  evaluator: {
    name: 'JSON diff',
    key: 'auto_json_diff',
    direct_use: false,
    settings_template: {
      compare_schema_only: flag('Compare schema only', 'Compare the types of the fields, not their values.'),
      predict_keys: flag('Count extra keys', 'Also count keys that only the output has.'),
      case_insensitive_keys: flag('Ignore case of keys', 'Treat keys that differ only in case as the same.'),
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'Share, from 0 to 1, of the fields of the expected JSON that the output matches.',
    tags: ['similarity'],
  },
  version: 3,
  // The path of each leaf is written, and may be as long as the whole.
  steps:
    () =>
    ({ output, row }) =>
      (sizeOf(output, FEW_CHARACTERS) + sizeOf(row, FEW_CHARACTERS)) ** 2 / 8,
  prepare: (settings) => {
    const isSchemaOnly = settings['compare_schema_only'] === true;
    const countsExtraKeys = settings['predict_keys'] === true;
    const ignoresCase = settings['case_insensitive_keys'] === true;
    return ({ output, row }) => {
      const expected = readExpected(settings, row);
      if (!expected.ok) return expected.result;
      const wanted = typeof expected.value === 'string' ? parseExactText(expected.value) : expected.value;
      if (wanted === undefined) return errorResult('The expected answer is not JSON, so there is nothing to compare.');
      const found = jsonOf(output);
      // An output that is not JSON matches no field: a bad answer, not a broken row.
      if (found === undefined) return numberResult(0);
      const [a, b] = [flatten(wanted, ignoresCase), flatten(found, ignoresCase)];
      const keys = countsExtraKeys ? [...new Set([...a.keys(), ...b.keys()])] : [...a.keys()];
      const agreed = keys.filter((key) => a.has(key) && b.has(key) && agree(a.get(key), b.get(key), isSchemaOnly));
      return numberResult(agreed.length / keys.length);
    };
  },
};

/** Leaves by path. An empty object or list is a leaf, so there is always at least one. */
function flatten(value: unknown, ignoresCase: boolean): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const walk = (node: unknown, path: string): void => {
    const entries = typeof node === 'object' && node !== null ? Object.entries(node) : [];
    if (entries.length === 0) leaves.set(path, node);
    for (const [key, child] of entries) walk(child, `${path}/${JSON.stringify(ignoresCase ? key.toLowerCase() : key)}`);
  };
  walk(value, '');
  return leaves;
}

function agree(wanted: unknown, found: unknown, isSchemaOnly: boolean): boolean {
  if (isSchemaOnly) return typeName(wanted) === typeName(found);
  if (canonicalJson(wanted) === canonicalJson(found)) return true;
  return typeof wanted === 'string' && typeof found === 'string' && isSameInexactNumber(wanted, found);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string' && isInexactNumber(value)) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

function flag(label: string, description: string): EvaluatorSetting {
  return { label, type: 'boolean', default: false, description, required: false, advanced: true };
}
