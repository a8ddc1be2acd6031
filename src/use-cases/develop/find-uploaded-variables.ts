import type { Manifest } from '../../contract/deployments/route-schema.ts';
import { divideVariables, type VariableRule } from '../../contract/evaluations/variable-rule.ts';
import { userError } from '../../foundation/errors/wf-error.ts';

/** A shorter value is also a word of its own, as `en` or `true`. */
const MIN_LENGTH = 4;
/** A value of this length is found within a text, too. */
const MIN_PART = 8;

/**
 * Lists the variables whose values the schemas contain, such as those of a default that was read from `process.env`: a
 * deploy uploads them, and everybody who sees the routes sees them.
 *
 * @returns their names, sorted
 */
export function findUploadedVariables(
  variables: Readonly<Record<string, string>>,
  { routes, evaluators }: Pick<Manifest, 'routes' | 'evaluators'>,
): string[] {
  const texts = [...textsOf([routes, evaluators])];
  const isUploaded = (value: string) =>
    value.length >= MIN_LENGTH &&
    texts.some((text) => text === value || (value.length >= MIN_PART && text.includes(value)));
  return Object.keys(variables)
    .filter((name) => isUploaded(variables[name] ?? ''))
    .toSorted();
}

/** @yields each text and number of a JSON value, as text */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) yield* [key, ...textsOf(part)];
}

/**
 * Requires that no credential is uploaded as part of a schema.
 *
 * @param rule - the project's exceptions from what looks like a credential
 * @throws {WF_WORKFLOW_INVALID} with their names, never their values
 */
export function requireNoCredentials(uploaded: readonly string[], rule: VariableRule): void {
  const { ignored } = divideVariables(
    uploaded.filter((name) => !(rule.ignore ?? []).includes(name)),
    rule,
  );
  if (ignored.length === 0) return;
  const names = ignored.join(', ');
  throw userError(
    'WF_WORKFLOW_INVALID',
    `The schemas of the workflow contain the value of ${names}, for example as a default, and a deploy would upload it. Nothing was uploaded.`,
    [`Read ${names} in the handler, and not where fields are defined.`],
  );
}
