import type { ValidateFunction } from 'ajv/dist/2020.js';
import { boolResult } from '../../results/make-result.ts';
import type { EvaluatorDefinition } from '../definition/evaluator-definition.ts';
import { isObject, jsonOf } from '../definition/read-answers.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

/** True when the output matches a JSON Schema. */
export const jsonSchema: EvaluatorDefinition = {
  evaluator: {
    name: 'JSON Schema',
    key: 'auto_json_schema',
    direct_use: false,
    settings_template: {
      schema: {
        label: 'Schema',
        type: 'code',
        description: 'JSON Schema as JSON text: draft 2020-12, or draft 7 if its $schema says so.',
        required: true,
      },
    },
    description: 'True when the output is JSON that matches the schema.',
    tags: ['classifiers'],
  },
  version: 1,
  // References, patterns and `uniqueItems` take more steps than schema and output have characters.
  steps: () => () => Number.POSITIVE_INFINITY,
  isCheckHeavy: true,
  check: async ({ schema }) => {
    try {
      await compile(String(schema));
      return null;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
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
  if (!isObject(schema) && typeof schema !== 'boolean') throw new Error('it is not a JSON object');
  const isOld = isObject(schema) && /draft-0?[67]\b/.test(String(schema['$schema']));
  // Default exports: a bundle of a CommonJS package has only those.
  const [{ default: newer }, { default: older }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv')]);
  // As in the standard, formats are annotations and unknown keywords are allowed.
  const options = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;
  const ajv = isOld ? new older.Ajv(options) : new newer.Ajv2020(options);
  const validate = ajv.compile(schema);
  if ('$async' in validate) throw new Error('$async is not supported');
  return validate;
}
