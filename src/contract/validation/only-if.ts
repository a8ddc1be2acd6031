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
