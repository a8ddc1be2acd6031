import * as z from 'zod';
import { isRecord } from '../../foundation/record.ts';
import {
  APP_NAME,
  APP_NAME_RULE,
  findNameMistake,
  findSeparator,
  MAX_APP_NAME_LENGTH,
  MAX_NAME_LENGTH,
} from './name-rule.ts';

/**
 * Name of a record that may exist already, as it was stored: any text without control characters.
 *
 * @source design §5 (ours): the interface does not restrict names
 */
export const StoredName = withoutControls(z.string());

/**
 * Name of a new record, chosen by a user; stored in NFC and without spaces at its ends.
 *
 * @source design §5 (ours)
 */
export const Name = withoutControls(z.string().normalize('NFC').trim()).superRefine(explain(findNameMistake));

/** Name of a new record that commands take in lists, as in `--variants A,B`. */
export const ListedName = Name.superRefine(explain(findSeparator));

/** Name of a new evaluator with settings: `--evaluators` separates evaluators by commas, and their settings by colons. */
export const EvaluatorName = ListedName.refine(
  (name) => !name.includes(':'),
  'A name of this kind must not contain ":", which separates settings',
);

/** Name of a new app: it is part of addresses and of the names of files. */
export const AppName = z
  .string()
  .normalize('NFC')
  .trim()
  .refine((name) => APP_NAME.test(name), APP_NAME_RULE)
  .max(MAX_APP_NAME_LENGTH)
  .superRefine(explain(findNameMistake));

function withoutControls(text: z.ZodString) {
  return (
    text
      .min(1)
      .max(MAX_NAME_LENGTH)
      // No \p{…}: the pattern stands in the OpenAPI document, and few of its readers know Unicode properties.
      // oxlint-disable-next-line no-control-regex
      .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'A name must not contain control characters')
      .refine((name) => name.isWellFormed(), { error: 'A name must not contain half of a surrogate pair', abort: true })
  );
}

function explain(findMistake: (name: string) => string | null) {
  return (name: string, context: z.RefinementCtx): void => {
    const mistake = findMistake(name);
    if (mistake !== null) context.addIssue(mistake);
  };
}

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
