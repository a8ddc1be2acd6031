import { useId } from 'react';
import { CodeArea } from '../elements/code-area.tsx';
import { FieldControl } from '../fields/field-control.tsx';
import type { Field } from '../fields/field.ts';
import type { Draft } from '../drafts/draft.ts';
import { type FieldErrors, OPEN_INPUTS } from './read-values.ts';

interface InputFormProps {
  /** `null` when the route accepts anything. */
  readonly fields: readonly Field[] | null;
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The inputs of a route: a control per field of its schema, or an editor for a route without one. */
export function InputForm({ fields, draft, errors, onChange }: InputFormProps) {
  if (fields === null) return <OpenEditor draft={draft} error={errors[OPEN_INPUTS] ?? null} onChange={onChange} />;
  if (fields.length === 0) return <p className="notice">This route takes no inputs.</p>;
  const change = (name: string, value: unknown) => onChange({ inputs: { ...draft.inputs, [name]: value } });
  return fields.map((field) => {
    const { name, defaultValue } = field;
    const value = draft.inputs[name] ?? defaultValue;
    return (
      <FieldControl
        key={name}
        field={field}
        value={value}
        error={errors[name] ?? null}
        onChange={(next) => change(name, isLeftOut(field, next) ? undefined : next)}
        onReset={value === defaultValue || defaultValue === undefined ? undefined : () => change(name, undefined)}
      />
    );
  });
}

/** An empty number box of an optional field is not an error. */
function isLeftOut({ kind, isRequired }: Field, value: unknown): boolean {
  return kind === 'number' && !isRequired && value === '';
}

interface OpenEditorProps {
  readonly draft: Draft;
  readonly error: string | null;
  readonly onChange: (part: Partial<Draft>) => void;
}

function OpenEditor({ draft, error, onChange }: OpenEditorProps) {
  const id = useId();
  return (
    <div className="field" data-invalid={error !== null || undefined}>
      <label htmlFor={id}>Inputs, as a JSON object</label>
      <CodeArea
        id={id}
        rows={4}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        value={draft.openInputs}
        onChange={(openInputs) => onChange({ openInputs })}
      />
      {error === null ? null : (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
