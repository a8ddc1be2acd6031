import { checkStructured } from '../../contract/deployments/kinds/structured-kind.ts';
import { parseExactNumbers } from '../../contract/validation/exact-json.ts';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import type { Field, NumberField, StructuredField } from './field.ts';

/**
 * Checks a value before it is sent, with the same messages as the service.
 *
 * @returns the error message, or `null`
 * @source seed §2.8
 */
export function checkValue(field: Field, value: unknown): string | null {
  if (value === undefined) return null; // left out: the default fills it in, or the service says that it is required
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? null : 'Input should be a valid string';
    case 'bool':
      return typeof value === 'boolean' ? null : 'Input should be a valid boolean';
    case 'number':
      return checkNumber(field, value);
    case 'choice': {
      const choices = field.groups.flatMap((group) => group.choices);
      return choices.includes(value as string) ? null : `Input should be ${listChoices(choices)}`; // includes() compares only
    }
    case 'structured':
      return checkParts(field, value);
    case 'json':
      return null;
  }
}

/** Lists the first problems, each with where it is. A text is what the JSON editor could not parse. */
function checkParts({ structured }: StructuredField, value: unknown): string | null {
  const read = readJson(value);
  if (!read.ok) return read.error;
  const issues = checkStructured(structured, value);
  const lines = issues
    .slice(0, MAX_LINES)
    .map(({ path, msg }) => (path.length === 0 ? msg : `${path.join('/')}: ${msg}`));
  const more = issues.length - lines.length;
  return issues.length === 0 ? null : [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

const MAX_LINES = 5;

function checkNumber({ isInteger, lower, upper }: NumberField, value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return 'Input should be a valid number';
  }
  if (isInteger && !Number.isInteger(value)) return 'Input should be a valid integer';
  if (lower !== null && (lower.isInclusive ? value < lower.value : value <= lower.value)) {
    return `Input should be greater than ${lower.isInclusive ? 'or equal to ' : ''}${lower.value}`;
  }
  if (upper !== null && (upper.isInclusive ? value > upper.value : value >= upper.value)) {
    return `Input should be less than ${upper.isInclusive ? 'or equal to ' : ''}${upper.value}`;
  }
  return null;
}

function listChoices(choices: readonly string[]): string {
  const quoted = choices.map((choice) => JSON.stringify(choice));
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** Parses a text; anything else is a value already. */
export function readJson(value: unknown): Read<unknown> {
  if (typeof value !== 'string') return { ok: true, value };
  try {
    return { ok: true, value: parseExactNumbers(value) };
  } catch (error) {
    return { ok: false, error: `JSON decode error: ${messageOf(error)}` };
  }
}
