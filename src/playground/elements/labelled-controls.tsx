import { showName } from '../text/show-name.ts';
import type { InputHTMLAttributes } from 'react';
import type { Choices } from '../service/queries.ts';

/** An option of a list: its text, which is its value, too, or its value and its text. */
export type Option = string | readonly [value: string, text: string];

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

/** A list with its label. A value that the list does not have stays visible. */
export function SelectField({ label, className, ...list }: SelectFieldProps) {
  return (
    <label className={className}>
      <span>{label}</span>
      <Select {...list} />
    </label>
  );
}

function Select({ value, options, onChange }: Pick<SelectFieldProps, 'value' | 'options' | 'onChange'>) {
  const pairs = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option));
  const isKnown = value === '' || pairs.some(([one]) => one === value);
  return (
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {isKnown ? null : <option>{value}</option>}
      {pairs.map(([one, text]) => (
        <option key={one} value={one}>
          {showName(text)}
        </option>
      ))}
    </select>
  );
}

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly value: string | number;
  readonly onChange: (text: string) => void;
}

/** A line of text with its label, which gets the class. */
export function TextField({ label, className, onChange, ...attributes }: TextFieldProps) {
  return (
    <label className={className}>
      <span>{label}</span>
      <input type="text" {...attributes} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface ChoiceFinderProps {
  readonly finder: Choices<unknown>['finder'];
  /** What is searched for: `variant`. */
  readonly what: string;
}

/** Searches the options of a select that has only the newest records. Hidden when it has all of them. */
export function ChoiceFinder({ finder, what }: ChoiceFinderProps) {
  if (finder === null) return null;
  const { text, search } = finder;
  return (
    <TextField
      className="field"
      label={`Find ${what}`}
      placeholder="search…"
      maxLength={200}
      value={text}
      onChange={search}
    />
  );
}

interface TickProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'role' | 'disabled'> {
  readonly label: string;
  /** What follows the label, in small. */
  readonly note?: string | undefined;
  /** Name of the group of which one is chosen; without it, each is on or off. */
  readonly name?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A choice that is on or off. */
export function Tick({ label, note, isOn, onChange, ...attributes }: TickProps) {
  return (
    <label className="choice">
      <input
        type={attributes.name === undefined ? 'checkbox' : 'radio'}
        {...attributes}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>
        {label}
        {note === undefined ? null : <small>{note}</small>}
      </span>
    </label>
  );
}
