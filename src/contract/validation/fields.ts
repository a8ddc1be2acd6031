import * as z from 'zod';
import { isRecord } from '../../foundation/record.ts';

/**
 * Name of a record, chosen by a user: any text without control characters.
 *
 * @source design §5 (ours): the interface does not restrict names
 */
export const Name = z
  .string()
  .min(1)
  .max(200)
  // No \p{…}: the pattern stands in the OpenAPI document, and few of its readers know Unicode properties.
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'A name must not contain control characters')
  .refine((name) => name.isWellFormed(), 'A name must not contain half of a surrogate pair');

/**
 * A JSON object with any keys, `__proto__` among them: a record of zod's leaves that one out, so that a row's value would
 * differ from what its route answered.
 */
export const JsonObject = z
  .unknown()
  .superRefine((value, context) => {
    if (!isRecord(value)) context.addIssue({ code: 'invalid_type', expected: 'record', input: value });
  })
  // It accepts and returns what such a record does, but for that key, and is described like one.
  .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} }) as unknown as z.ZodRecord<
  z.ZodString,
  z.ZodUnknown
>;

type Schema = Readonly<Record<string, unknown>>;

/**
 * Describes a rule over several fields in the OpenAPI document; the code checks it by itself.
 *
 * @source JSON Schema 2020-12, core §10.2.2
 */
export function onlyIf(condition: Schema, consequence: Schema, otherwise?: Schema): Record<string, unknown> {
  // oxlint-disable-next-line unicorn/no-thenable
  return { if: condition, then: consequence, ...(otherwise === undefined ? {} : { else: otherwise }) };
}
