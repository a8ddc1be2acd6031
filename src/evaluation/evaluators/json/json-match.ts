import { isInexactNumber, isSameInexactNumber } from '../../../contract/validation/exact-json.ts';
import { canonicalJson } from '../../hashing/content-keys.ts';
import { errorResult, numberResult, boolResult } from '../../results/create-result.ts';
import { CORRECT_ANSWER_KEY, type EvaluatorDefinition, setting } from '../definition/evaluator-definition.ts';
import { sizeOf, jsonOf, parseExactText, readExpected, toCell, textOf } from '../definition/read-answers.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

/** Values of more characters count as this long. */
const FEW_CHARACTERS = 10_000;

const FLAG = { default: false, advanced: true };

export const jsonDiff: EvaluatorDefinition = {
  evaluator: {
    name: 'JSON diff',
    key: 'auto_json_diff',
    direct_use: false,
    settings_template: {
      compare_schema_only: setting(
        'Compare schema only',
        'boolean',
        'Compare the types of the fields, not their values.',
        FLAG,
      ),
      predict_keys: setting('Count extra keys', 'boolean', 'Also count keys that only the output has.', FLAG),
      case_insensitive_keys: setting(
        'Ignore case of keys',
        'boolean',
        'Treat keys that differ only in case as the same.',
        FLAG,
      ),
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

/** Leaves by path. An empty object or list is a leaf, so there is always at least one. Never recurses. */
function flatten(value: unknown, ignoresCase: boolean): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const waiting: [path: string, node: unknown][] = [['', value]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, node] = next;
    const entries = typeof node === 'object' && node !== null ? Object.entries(node) : [];
    if (entries.length === 0) leaves.set(path, node);
    for (const [key, child] of entries.toReversed())
      waiting.push([`${path}/${JSON.stringify(ignoresCase ? key.toLowerCase() : key)}`, child]);
  }
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

export const fieldMatch: EvaluatorDefinition = {
  evaluator: {
    name: 'JSON field match',
    key: 'field_match_test',
    direct_use: false,
    settings_template: {
      json_field: setting('JSON field', 'string', 'Field to compare, or a dotted path such as "choices.0.label".', {
        required: true,
      }),
      correct_answer_key: CORRECT_ANSWER_KEY,
    },
    description: 'True when the field of the JSON output equals the expected answer.',
    tags: ['classifiers'],
  },
  version: 2,
  isPassFail: () => true,
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
  // Compared with the keys, not with each part of the path: this takes no longer than reading the JSON.
  const heads = Object.keys(json).filter((key) => key !== '' && path[key.length] === '.' && path.startsWith(key));
  for (const head of heads.toSorted((one, other) => other.length - one.length)) {
    const value = valueAt((json as Record<string, unknown>)[head], path.slice(head.length + 1)); // one of its keys
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

/** True when the text from the first "{" to the last "}" parses. An object output is JSON. */
export const containsJson: EvaluatorDefinition = {
  evaluator: {
    name: 'Contains JSON',
    key: 'auto_contains_json',
    direct_use: true,
    settings_template: {},
    description: 'True when the output contains a JSON object.',
    tags: ['classifiers'],
  },
  version: 1,
  steps: () => () => 0,
  isPassFail: () => true,
  prepare: () => {
    return ({ output }) => {
      const text = textOf(output);
      if (text === undefined) return boolResult(typeof output === 'object' && output !== null);
      const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
      return boolResult(start !== -1 && parseJson(text.slice(start, end + 1)) !== undefined);
    };
  },
};
