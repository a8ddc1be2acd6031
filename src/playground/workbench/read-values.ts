import type { Parameters } from '../../contract/variants/variant.ts';
import { isRecord } from '../../foundation/record.ts';
import { checkValue, type Read, readJson } from '../fields/check-value.ts';
import type { Field } from '../fields/field.ts';

export type FieldErrors = Readonly<Record<string, string>>;

/** Fills in defaults, and drops fields that the schema does not have. */
export function toConfig(fields: readonly Field[], values: Parameters): Parameters {
  return Object.fromEntries(
    fields.map(({ name, defaultValue }) => [name, Object.hasOwn(values, name) ? values[name] : defaultValue]),
  );
}

export function checkConfig(fields: readonly Field[], values: Parameters): FieldErrors {
  const config = toConfig(fields, values);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const error = checkValue(field, config[field.name]);
      return error === null ? [] : [[field.name, error]];
    }),
  );
}

export interface ReadInputs {
  readonly inputs: Parameters;
  readonly errors: FieldErrors;
}

export const OPEN_INPUTS = '';

/** Reads inputs from their controls. Leaves out untouched fields, so that the service's defaults apply. */
export function readInputs(fields: readonly Field[] | null, values: Parameters, openInputs: string): ReadInputs {
  if (fields === null) {
    const read = readObject(openInputs);
    return read.ok ? { inputs: read.value, errors: {} } : { inputs: {}, errors: { [OPEN_INPUTS]: read.error } };
  }
  const inputs: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined) continue;
    const read = field.kind === 'json' ? readJson(value) : { ok: true as const, value };
    const error = read.ok ? checkValue(field, read.value) : read.error;
    if (error !== null) errors[field.name] = error;
    else if (read.ok) inputs[field.name] = read.value;
  }
  return { inputs, errors };
}

/** Parses a JSON object; empty text is an empty object. */
export function readObject(text: string): Read<Parameters> {
  const read = readJson(text.trim() === '' ? '{}' : text);
  if (!read.ok) return read;
  const { value } = read;
  return isRecord(value) ? { ok: true, value } : { ok: false, error: 'Input should be a valid object' };
}

/** Finds the fields in which configurations differ from the first one. */
export function differingFields(fields: readonly Field[], configs: readonly Parameters[]): readonly Field[] {
  const [first = {}, ...others] = configs;
  return fields.filter(({ name }) => {
    const text = JSON.stringify(first[name]);
    return others.some((config) => JSON.stringify(config[name]) !== text);
  });
}
