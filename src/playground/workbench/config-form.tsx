import { useId, useState } from 'react';
import { CodeArea } from '../elements/code-area.tsx';
import { Tabs } from '../elements/tabs.tsx';
import { FieldControl } from '../fields/field-control.tsx';
import type { Field } from '../fields/field.ts';
import type { Column } from '../drafts/draft.ts';
import { type FieldErrors, readObject, toConfig } from './read-values.ts';
import { isSameJson } from '../text/text-of.ts';

interface ConfigFormProps {
  readonly fields: readonly Field[];
  /** The fields that have a control; the JSON has all. */
  readonly shownFields: readonly Field[];
  readonly column: Column;
  /** The fields that the configuration sets which the column started from. */
  readonly storedNames: ReadonlySet<string>;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Column>) => void;
}

const TABS = [
  { name: 'form', label: 'Form' },
  { name: 'json', label: 'JSON' },
] as const;

export function ConfigForm(props: ConfigFormProps) {
  const { fields, column, errors, onChange } = props;
  const [tab, setTab] = useState<'form' | 'json'>(column.json === null ? 'form' : 'json');
  if (fields.length === 0) return <p className="notice">This route has no configuration.</p>;
  return (
    <Tabs label="Configuration format" tabs={TABS} selected={tab} onSelect={setTab}>
      {tab === 'form' ? (
        <FormFields {...props} />
      ) : (
        <JsonEditor fields={fields} column={column} errors={errors} onChange={onChange} />
      )}
    </Tabs>
  );
}

function FormFields({ fields, shownFields, column, storedNames, errors, onChange }: ConfigFormProps) {
  if (shownFields.length === 0) return <p className="notice">The configurations do not differ.</p>;
  const config = toConfig(fields, column.values);
  const change = (name: string, value: unknown) =>
    onChange({ values: { ...column.values, [name]: value }, json: null });
  const reset = (name: string) => {
    const kept = Object.entries(column.values).filter(([key]) => key !== name);
    onChange({ values: Object.fromEntries(kept), json: null });
  };
  const canReset = ({ name, defaultValue }: Field) =>
    Object.hasOwn(column.values, name) && (storedNames.has(name) || !isSameJson(config[name], defaultValue));
  return shownFields.map((field) => (
    <FieldControl
      key={field.name}
      field={field}
      value={config[field.name]}
      error={errors[field.name] ?? null}
      onChange={(value) => change(field.name, value)}
      onReset={canReset(field) ? () => reset(field.name) : undefined}
    />
  ));
}

function JsonEditor({ fields, column, errors, onChange }: Omit<ConfigFormProps, 'shownFields' | 'storedNames'>) {
  const id = useId();
  const [text, setText] = useState(column.json ?? JSON.stringify(toConfig(fields, column.values), null, 2));
  const read = readObject(text);
  const error = read.ok
    ? Object.entries(errors)
        .map(([name, message]) => `${name}: ${message}`)
        .join('\n')
    : read.error;
  const change = (next: string) => {
    setText(next);
    const parsed = readObject(next);
    onChange(parsed.ok ? { values: { ...column.values, ...parsed.value }, json: null } : { json: next });
  };
  return (
    <div className="field" data-invalid={error !== '' || undefined}>
      <label htmlFor={id} className="hidden">
        Configuration as JSON
      </label>
      <CodeArea
        id={id}
        rows={12}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        value={text}
        onChange={change}
      />
      <p className="error pre" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  );
}
