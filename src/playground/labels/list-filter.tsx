import type { ReactNode } from 'react';
import { SelectField, TextField } from '../elements/labelled-controls.tsx';
import { isSelector } from '../../contract/labels/label-rules.ts';
import { toCommand } from '../text/to-command.ts';
import { toHash } from '../address/address.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** What a list shows, from its address. */
export type ListQuery = Readonly<Record<string, string>>;

interface ListFilterProps {
  readonly query: ListQuery;
  readonly onQuery: (change: ListQuery) => void;
  readonly children?: ReactNode;
}

/** Fields that narrow a list: by name, by label, and archived records. */
export function ListFilter({ query, onQuery, children }: ListFilterProps) {
  const { find = '', label = '', archived = '' } = query;
  const isInvalid = label !== '' && !isSelector(label);
  return (
    <div className="load" role="search">
      <TextField label="Search" maxLength={200} value={find} onChange={(text) => onQuery({ find: text })} />
      {children}
      <TextField
        label={isInvalid ? 'Label: write NAME or NAME=VALUE' : 'Label'}
        placeholder="team=search"
        aria-invalid={isInvalid || undefined}
        value={label}
        onChange={(text) => onQuery({ label: text })}
      />
      <SelectField label="Show" value={archived} options={SHOWN} onChange={(value) => onQuery({ archived: value })} />
    </div>
  );
}

const SHOWN = [
  ['', 'active'],
  ['true', 'archived'],
] as const;

/** The conditions of a list, as the service takes them; a label that is still being typed is none. */
export function toConditions({ find = '', label = '', archived = '' }: ListQuery) {
  return {
    archived: archived === 'true' ? ('true' as const) : ('false' as const),
    ...(find === '' ? {} : { search: find }),
    ...(isSelector(label) ? { label: [label] } : {}),
  };
}

/** How a list is ordered, as the service takes it. */
export interface Order<Field extends string = string> {
  readonly sort?: Field;
  readonly order?: 'desc';
}

/**
 * Writes the command that lists the same.
 *
 * @param args - the list, as in `wf variants list`
 * @param flags - conditions that only this list has
 */
export function toListCommand(
  args: readonly string[],
  { find = '', label = '', archived = '' }: ListQuery,
  { sort = '', order }: Order,
  flags: Readonly<Record<string, string>>,
): string {
  const marks = [...(archived === 'true' ? ['--archived'] : []), ...(order === 'desc' ? ['--desc'] : [])];
  const selector = isSelector(label) ? label : '';
  return toCommand([...args, ...marks], { '--search': find, '--label': selector, ...flags, '--sort': sort });
}

/** Returns whether a list leaves anything out but archived records. */
export function isFiltered(query: ListQuery): boolean {
  return Object.entries(query).some(([name, value]) => name !== 'sort' && value !== '');
}

/** What all records have that can be labelled and archived. */
export interface LabelledRecord {
  readonly labels?: Readonly<Record<string, string>> | null | undefined;
  readonly archived_at?: string | null | undefined;
}

/** The column of the labels, where a record has any. */
export function labelColumn(records: readonly LabelledRecord[]) {
  const isLabelled = ({ labels, archived_at }: LabelledRecord) =>
    archived_at != null || Object.keys(labels ?? {}).length > 0;
  return records.some(isLabelled) ? [{ label: 'Labels' }] : [];
}

interface LabelTagsProps {
  readonly record: LabelledRecord;
  readonly page: 'variants' | 'evaluations' | 'testsets';
}

export function LabelTags({ record: { labels, archived_at }, page }: LabelTagsProps) {
  const { appName: app } = useWorkspace();
  const texts = Object.entries(labels ?? {}).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {archived_at == null ? null : <span className="tag">archived</span>}
      {texts.map((text) => (
        <a key={text} className="tag" title={text} href={toHash({ page, app, id: null, query: { label: text } })}>
          {text}
        </a>
      ))}
    </>
  );
}
