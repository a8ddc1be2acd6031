import { useId } from 'react';
import { Button } from '../elements/button.tsx';
import { ErrorText } from '../elements/notices.tsx';
import { CodeArea } from '../elements/code-area.tsx';
import type { Bound, ChoiceField, ControlProps, Field, StructuredField } from './field.ts';
import { NumberControl } from './number-control.tsx';
import { StructuredControl } from './structured-control.tsx';
import { textOf } from '../text/text-of.ts';
import { formatCount } from '../text/format-figures.ts';

export interface FieldControlProps extends Omit<ControlProps, 'control'> {
  readonly error: string | null;
  /** Returns to the default, and so to what nobody set; absent when nobody did. */
  readonly onReset?: (() => void) | undefined;
}

export function FieldControl({ field, value, error, onChange, onReset }: FieldControlProps) {
  const id = useId();
  const hint = fieldHint(field);
  const described = [
    error === null ? null : `${id}-error`,
    field.description === null ? null : `${id}-words`,
    hint === '' ? null : `${id}-hint`,
  ];
  const control: ControlProps['control'] = {
    id,
    'aria-describedby': described.filter((part) => part !== null).join(' ') || undefined,
    'aria-invalid': error !== null,
  };
  return (
    <div className={`field field-${field.kind}`} data-field={field.name} data-invalid={error !== null || undefined}>
      <div className="field-head">
        <label htmlFor={id}>{field.title}</label>
        {hint === '' ? null : (
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
        {onReset === undefined ? null : (
          <Button
            label="Reset"
            context={`${field.title} to its default`}
            className="link"
            onClick={() => {
              onReset();
              // The button goes away, and the keyboard goes on from the field.
              document.getElementById(id)?.focus();
            }}
            title={`Default: ${show(field.defaultValue)}`}
          />
        )}
      </div>
      {field.description === null ? null : (
        <p className="words" id={`${id}-words`}>
          {field.description}
        </p>
      )}
      <Control field={field} value={value} control={control} onChange={onChange} />
      <ErrorText error={error} id={`${id}-error`} />
    </div>
  );
}

function Control({ field, value, control, onChange }: ControlProps) {
  switch (field.kind) {
    case 'text':
      return <textarea {...control} rows={2} value={toText(value)} onChange={({ target }) => onChange(target.value)} />;
    case 'json':
      return (
        <CodeArea
          {...control}
          rows={2}
          placeholder="JSON"
          value={toText(value)}
          onChange={(text) => onChange(text === '' ? undefined : text)}
        />
      );
    case 'structured':
      return <StructuredControl field={field} value={value} control={control} onChange={onChange} />;
    case 'bool':
      return (
        <input
          {...control}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
      );
    case 'number':
      return <NumberControl field={field} value={value} control={control} onChange={onChange} />;
    case 'choice':
      return <ChoiceControl field={field} value={value} control={control} onChange={onChange} />;
  }
}

function ChoiceControl({ field, value, control, onChange }: ControlProps<ChoiceField>) {
  const known = field.groups.some(({ choices }) => choices.includes(toText(value)));
  return (
    <select {...control} value={toText(value)} onChange={({ target }) => onChange(target.value)}>
      {known ? null : <option value={toText(value)}>{value === undefined ? 'Choose…' : toText(value)}</option>}
      {field.groups.map(({ label, choices }) =>
        label === null ? (
          <Options key="" choices={choices} />
        ) : (
          <optgroup key={label} label={label}>
            <Options choices={choices} />
          </optgroup>
        ),
      )}
    </select>
  );
}

function Options({ choices }: { readonly choices: readonly string[] }) {
  return choices.map((choice) => (
    <option key={choice} value={choice}>
      {choice}
    </option>
  ));
}

function toText(value: unknown): string {
  return value === null ? '' : textOf(value);
}

function show(value: unknown): string {
  return value === undefined ? 'none' : (JSON.stringify(value) ?? '');
}

/** Describes the range of a field: `10 to 200`, `0 to below 2`; empty where the control shows it. */
export function fieldHint(field: Field): string {
  const required = field.isRequired && field.defaultValue === undefined ? 'required' : '';
  return joinParts(kindHint(field), required, field.isOwn === true ? 'this route only' : '');
}

function kindHint(field: Field): string {
  switch (field.kind) {
    case 'number':
      return joinParts(field.isInteger ? 'whole number' : '', rangeText(field.lower, field.upper));
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

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function rangeText(lower: Bound | null, upper: Bound | null): string {
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
