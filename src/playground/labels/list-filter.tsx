import type { ReactNode } from 'react';
import { isSelector } from '../../contract/labels/label-rules.ts';
import { toCommand } from '../text/to-command.ts';
import { type Address, toHash } from '../address/address.ts';

/** What a list shows, from its address. */
export type ListQuery = Readonly<Record<string, string>>;

interface ListFilterProps {
  readonly query: ListQuery;
  readonly onQuery: (change: ListQuery) => void;
  /** Fields between search and label. */
  readonly children?: ReactNode;
}

/** Fields that narrow a list: by name, by label, and archived records. */
export function ListFilter({ query, onQuery, children }: ListFilterProps) {
  const { find = '', label = '', archived = '' } = query;
  const isInvalid = label !== '' && !isSelector(label);
  return (
    <div className="load" role="search">
      <label>
        <span>Search</span>
        <input type="text" maxLength={200} value={find} onChange={({ target }) => onQuery({ find: target.value })} />
      </label>
      {children}
      <label>
        <span>{isInvalid ? 'Label: write NAME or NAME=VALUE' : 'Label'}</span>
        <input
          type="text"
          placeholder="team=search"
          aria-invalid={isInvalid || undefined}
          value={label}
          onChange={({ target }) => onQuery({ label: target.value })}
        />
      </label>
      <label>
        <span>Show</span>
        <select value={archived} onChange={({ target }) => onQuery({ archived: target.value })}>
          <option value="">active</option>
          <option value="true">archived</option>
        </select>
      </label>
    </div>
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string;
  /** Values and their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** A field of a filter with a few values. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  const isKnown = value === '' || options.some(([one]) => one === value);
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {isKnown ? null : <option>{value}</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The conditions of a list, as the service takes them; a label that is still being typed is none. */
export function toConditions({ find = '', label = '', archived = '' }: ListQuery) {
  return {
    archived: archived === 'true' ? ('true' as const) : ('false' as const),
    ...(find === '' ? {} : { search: find }),
    ...(isSelector(label) ? { label: [label] } : {}),
  };
}

interface ListCommand {
  /** The list, as in `wf variants list`. */
  readonly words: readonly string[];
  readonly query: ListQuery;
  readonly isDescending: boolean;
  /** Conditions that only this list has. */
  readonly flags: Readonly<Record<string, string>>;
}

/** Writes the command that lists the same. */
export function toListCommand({ words, query, isDescending, flags }: ListCommand): string {
  const { find = '', label = '', archived = '' } = query;
  const marks = [...(archived === 'true' ? ['--archived'] : []), ...(isDescending ? ['--desc'] : [])];
  return toCommand([...words, ...marks], { '--search': find, '--label': isSelector(label) ? label : '', ...flags });
}

/** Returns whether a list leaves anything out but archived records. */
export function isNarrowed(query: ListQuery): boolean {
  return Object.entries(query).some(([name, value]) => name !== 'sort' && value !== '');
}

interface LabelTagsProps {
  readonly labels: Readonly<Record<string, string>> | null | undefined;
  readonly archivedAt: string | null | undefined;
  /** Where the records with a label are listed. */
  readonly listOf: (label: string) => Address;
}

/** The labels of a record, each a link to the records that have it, and whether it is archived. */
export function LabelTags({ labels, archivedAt, listOf }: LabelTagsProps) {
  const texts = Object.entries(labels ?? {}).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {archivedAt == null ? null : <span className="tag">archived</span>}
      {texts.map((text) => (
        <a key={text} className="tag" title={text} href={toHash(listOf(text))}>
          {text}
        </a>
      ))}
    </>
  );
}
