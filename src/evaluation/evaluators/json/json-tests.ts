import type { ValidateFunction } from 'ajv/dist/2020.js';
import { messageOf } from '../../../foundation/errors/wf-error.ts';
import { isRecord } from '../../../foundation/record.ts';
import { boolResult, errorResult, numberResult } from '../../results/create-result.ts';
import { type EvaluatorDefinition, setting } from '../definition/evaluator-definition.ts';
import { jsonOf } from '../definition/read-answers.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';
import type { Result } from '../../../contract/evaluations/result.ts';

export const jsonSchema: EvaluatorDefinition = {
  evaluator: {
    name: 'JSON Schema',
    key: 'auto_json_schema',
    direct_use: false,
    settings_template: {
      schema: setting('Schema', 'code', 'JSON Schema as JSON text: draft 2020-12, or draft 7 if its $schema says so.', {
        required: true,
      }),
    },
    description: 'True when the output is JSON that matches the schema.',
    tags: ['classifiers'],
  },
  version: 1,
  isPassFail: () => true,
  // References, patterns and `uniqueItems` take more steps than schema and output have characters.
  steps: () => () => Number.POSITIVE_INFINITY,
  isCheckHeavy: true,
  check: async ({ schema }) => {
    try {
      await compile(String(schema));
      return null;
    } catch (error) {
      const message = messageOf(error);
      return { setting: 'schema', message: `Input should be a JSON Schema: ${message}` };
    }
  },
  prepare: ({ schema }) => {
    let compiled: Promise<ValidateFunction> | undefined;
    return async ({ output }) => {
      compiled ??= compile(String(schema));
      const value = jsonOf(output, parseJson);
      return boolResult(value !== undefined && (await compiled)(value));
    };
  },
};

async function compile(text: string): Promise<ValidateFunction> {
  const schema = parseJson(text);
  if (!isRecord(schema) && typeof schema !== 'boolean') throw new Error('it is not a JSON object');
  const isOld = isRecord(schema) && /draft-0?[67]\b/.test(String(schema['$schema']));
  // Default exports: a bundle of a CommonJS package has only those.
  const [{ default: newer }, { default: older }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv')]);
  // As in the standard, formats are annotations and unknown keywords are allowed.
  const options = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;
  const ajv = isOld ? new older.Ajv(options) : new newer.Ajv2020(options);
  const validate = ajv.compile(schema);
  if ('$async' in validate) throw new Error('$async is not supported');
  return validate;
}

export const jsonataTest: EvaluatorDefinition = {
  evaluator: {
    name: 'JSONata',
    key: 'auto_jsonata',
    direct_use: false,
    settings_template: {
      expression: setting(
        'Expression',
        'code',
        'JSONata 2 expression over the output (parsed where it is JSON); $row is the test set row. It should return a boolean or a number.',
        { required: true },
      ),
    },
    description: 'Value of a JSONata expression over the output, such as "total = $number($row.total)".',
    tags: ['functional'],
  },
  version: 1,
  isPassFail: () => true,
  range: () => null,
  basis: 'row',
  // An expression of a few characters may sort ten million numbers.
  steps: () => () => Number.POSITIVE_INFINITY,
  isCheckHeavy: true,
  check: async ({ expression }) => {
    const { default: jsonata } = await import('jsonata');
    try {
      jsonata(String(expression));
      return null;
    } catch (error) {
      return { setting: 'expression', message: `Input should be a JSONata expression: ${describe(error)}` };
    }
  },
  prepare: ({ expression }) => {
    return async ({ output, row }) => {
      const { default: jsonata } = await import('jsonata');
      const compiled = jsonata(String(expression), { timeout: 1000, stack: 200 });
      try {
        return toResult(await compiled.evaluate(jsonOf(output, parseJson) ?? output, { row }));
      } catch (error) {
        return errorResult(`The expression failed: ${describe(error)}`);
      }
    };
  },
};

function toResult(value: unknown): Result {
  if (typeof value === 'boolean') return boolResult(value);
  if (typeof value === 'number') return numberResult(value);
  if (value === undefined)
    return errorResult('The expression returned nothing; it should return a boolean or a number.');
  return errorResult(`The expression returned ${show(value)}; it should return a boolean or a number.`);
}

function show(value: unknown): string {
  if (isFunction(value)) return 'a function';
  return JSON.stringify(value, (_, part: unknown) => (isFunction(part) ? 'a function' : part)).slice(0, 80);
}

/** JSONata marks functions, its own and those of an expression, which refer to themselves. A regular expression is one, too. */
function isFunction(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'function';
  return '_jsonata_function' in value || '_jsonata_lambda' in value;
}

/** JSONata throws plain objects. */
function describe(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error);
  const at = 'position' in error && typeof error.position === 'number' ? ` (character ${error.position})` : '';
  return `${String(error.message)}${at}`;
}
