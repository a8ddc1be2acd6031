import type { Trial } from './use-trial.ts';
import { useId, useState } from 'react';
import { Button } from '../elements/button.tsx';
import { TextField } from '../elements/labelled-controls.tsx';
import { ErrorText } from '../elements/notices.tsx';
import { CodeArea } from '../elements/code-area.tsx';
import { FieldControl } from '../fields/field-control.tsx';
import type { Field } from '../fields/field.ts';
import type { Draft } from '../drafts/draft.ts';
import { type FieldErrors, OPEN_INPUTS } from './read-values.ts';
import type { TestsetRow as Row } from '../../contract/testsets/testset.ts';
import { clamp } from '../../foundation/numbers.ts';
import { useRequest } from '../service/queries.ts';
import { TestsetSelect } from './testset-select.tsx';

interface InputsCardProps {
  readonly trial: Trial;
  readonly onRun: () => void;
  /** Shows all rows of a test set. */
  readonly onOpen: (testsetId: string) => void;
}

/** The inputs of a call: typed, or from a test set. Enter in a field runs it. */
export function InputsCard({ trial, onRun, onOpen }: InputsCardProps) {
  const { inputFields, draft, inputErrors, change } = trial;
  return (
    <section className="card inputs" aria-label="Inputs">
      <header className="card-head">
        <h2>Inputs</h2>
        <TestsetRow onLoad={trial.loadRow} onOpen={onOpen} />
      </header>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onRun();
        }}
      >
        <InputForm fields={inputFields} draft={draft} errors={inputErrors} onChange={change} />
        {/* Without one, Enter does nothing in a form of several fields. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </section>
  );
}

interface InputFormProps {
  /** `null` when the route accepts anything. */
  readonly fields: readonly Field[] | null;
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The inputs of a route: a control per field of its schema, or an editor for a route without one. */
function InputForm({ fields, draft, errors, onChange }: InputFormProps) {
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

interface OpenEditorProps extends Pick<InputFormProps, 'draft' | 'onChange'> {
  readonly error: string | null;
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
      <ErrorText error={error} id={`${id}-error`} />
    </div>
  );
}

interface TestsetRowProps extends Pick<InputsCardProps, 'onOpen'> {
  readonly onLoad: (row: Row) => void;
}

function TestsetRow({ onLoad, onOpen }: TestsetRowProps) {
  const [id, setId] = useState('');
  const testset = useRequest('GET /testsets/{testset_id}', id === '' ? null : { testset_id: id });
  const rows = testset.value?.csvdata ?? [];
  const [index, setIndex] = useState(0);
  const load = (next: number) => {
    setIndex(next);
    const row = rows[next];
    if (row !== undefined) onLoad(row);
  };
  return (
    <div className="load">
      <TestsetSelect
        id={id}
        none="none"
        onSelect={(next) => {
          setId(next);
          setIndex(0);
        }}
      />
      {rows.length === 0 ? null : (
        <>
          <TextField
            label={`Row, of ${rows.length}`}
            type="number"
            min={1}
            max={rows.length}
            value={index + 1}
            onChange={(text) => setIndex(clamp(Number(text), 1, rows.length) - 1)}
          />
          <Button label="Load row" onClick={() => load(index)} />
          <Button label="Next row" disabled={index + 1 >= rows.length} onClick={() => load(index + 1)} />
          <Button label="All rows" onClick={() => onOpen(id)} />
        </>
      )}
    </div>
  );
}
