import { formatCount } from '../text/format-figures.ts';
import type { Bound, Field, NumberField, StructuredField } from './field.ts';

/** Describes the range of a field: `10 to 200`, `0 to below 2`; empty where the control shows it. */
export function fieldHint(field: Field): string {
  const required = field.isRequired && field.defaultValue === undefined ? 'required' : '';
  const kind = kindHint(field);
  const own = field.isOwn === true ? 'this route only' : '';
  return [kind, required, own].filter((part) => part !== '').join(', ');
}

function kindHint(field: Field): string {
  switch (field.kind) {
    case 'number':
      return numberHint(field);
    case 'structured':
      return structuredHint(field);
    case 'json':
      return 'JSON';
    default:
      return '';
  }
}

function structuredHint({ structured }: StructuredField): string {
  if (structured.kind === 'output_schema') return 'JSON Schema';
  if (structured.kind === 'tools') return structured.names === null ? 'JSON' : `JSON, ${structured.names.join(', ')}`;
  return (structured.variables ?? []).map((name) => `{${name}}`).join(', ');
}

function numberHint({ isInteger, lower, upper }: NumberField): string {
  const kind = isInteger ? 'whole number' : '';
  return [kind, rangeWords(lower, upper)].filter((part) => part !== '').join(', ');
}

function rangeWords(lower: Bound | null, upper: Bound | null): string {
  if (lower !== null && upper !== null) {
    return `${lower.isInclusive ? '' : 'above '}${valueOf(lower)} to ${upper.isInclusive ? '' : 'below '}${valueOf(upper)}`;
  }
  if (lower !== null) return lower.isInclusive ? `${valueOf(lower)} or more` : `above ${valueOf(lower)}`;
  if (upper !== null) return upper.isInclusive ? `${valueOf(upper)} or less` : `below ${valueOf(upper)}`;
  return '';
}

/** Whole numbers have their thousands apart: 1,000,000. */
function valueOf({ value }: Bound): string {
  return Number.isSafeInteger(value) ? formatCount(value) : String(value);
}
