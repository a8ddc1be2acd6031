import type { Labels } from '../../contract/labels/labels.ts';
import type { Field } from '../layout/view.ts';
import type { Column } from '../layout/table-model.ts';

interface Labelled {
  readonly labels?: Labels | null | undefined;
  readonly archived_at?: string | null | undefined;
}

/** Creates the columns of labels and of when records were archived, each if any record has such. */
export function labelColumns<Row extends Labelled>(records: readonly Row[]): Column<Row>[] {
  return [
    ...(records.some(hasLabels) ? [{ header: 'labels', value: formatLabels, dropOrder: 6 }] : []),
    ...(records.some(isArchived)
      ? [{ header: 'archived', kind: 'time' as const, value: archivedAt, dropOrder: 6 }]
      : []),
  ];
}

/** Creates the fields of a record's labels and of when it was archived; none if it has none. */
export function labelFields(record: Labelled): Field[] {
  return [
    ...(hasLabels(record) ? [{ label: 'labels', value: formatLabels(record) }] : []),
    ...(isArchived(record) ? [{ label: 'archived', kind: 'time' as const, value: archivedAt(record) }] : []),
  ];
}

/** Describes what became of a record whose labels were changed, or that was archived. */
export function describeMetadata(
  what: string,
  record: Labelled,
  change: { readonly set: Labels; readonly unset: readonly string[]; readonly archived: boolean | null },
): string {
  const { set, unset, archived } = change;
  const moved = archived === null ? [] : [archived ? `Archived ${what}.` : `Unarchived ${what}.`];
  const isLabelled = Object.keys(set).length > 0 || unset.length > 0;
  const labelled = isLabelled ? [`Labels of ${what}: ${formatLabels(record) || 'none'}.`] : [];
  return [...moved, ...labelled].join(' ');
}

/** Writes labels as users type them. */
export function formatLabels({ labels }: Labelled): string {
  return Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}

function hasLabels({ labels }: Labelled): boolean {
  return Object.keys(labels ?? {}).length > 0;
}

function isArchived({ archived_at }: Labelled): boolean {
  return archived_at != null;
}

function archivedAt({ archived_at }: Labelled): string | null {
  return archived_at ?? null;
}

/** Why a list may be empty. */
export interface Filtered {
  /** Whether it leaves out records for any other reason than a limit. */
  readonly isFiltered?: boolean;
  /** Whether it lists archived records only. */
  readonly isArchived?: boolean;
  /** The command that brings a workflow to this service. @defaultValue `wf deploy` */
  readonly deploy?: string;
}

/**
 * Describes an empty list.
 *
 * @param what - one of its records: `variant`
 * @param none - what an empty list without conditions says
 */
export function describeEmpty(
  what: string,
  none: string,
  { isFiltered = false, isArchived = false }: Filtered,
): string {
  if (isArchived) return `No archived ${what} found.`;
  return isFiltered ? `No ${what} matches.` : none;
}
