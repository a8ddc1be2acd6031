import type { Labels, Metadata, MetadataChange } from '../../contract/labels/labels.ts';
import { PreconditionError } from '../../foundation/errors/wf-error.ts';
import type { Change, OperationContext } from '../operation/operation.ts';
import { changeLabels, type LabelTable, type MarkedKind, readLabels, setArchivedAt } from './queries.ts';

export interface MarkedRecord {
  readonly id: string;
  readonly kind: MarkedKind;
  readonly archivedAt: string | null;
  readonly change: Change;
  /** Called before it is archived; throws if that must not be. */
  readonly requireUnused?: () => Promise<void>;
}

/**
 * Changes the labels of a record, archives or unarchives it, and writes that to the audit log. Its revisions and its
 * time of change stay: this changes nothing that runs.
 */
export async function changeMetadata(
  { id, kind, archivedAt, change, requireUnused = async () => undefined }: MarkedRecord,
  { labels: set = {}, unset = [], archived, expected = {} }: MetadataChange,
  { db, now, record }: Pick<OperationContext, 'db' | 'now' | 'record'>,
): Promise<Metadata> {
  const before = (await readLabels(db, `${kind}_labels`, [id])).get(id) ?? {};
  requireExpected(before, expected);
  const labels = await changeLabels(db, `${kind}_labels`, id, { set, unset });
  const isMoved = archived !== undefined && archived !== (archivedAt !== null);
  const at = archived === true ? now : null;
  if (isMoved && archived) await requireUnused();
  if (isMoved) await setArchivedAt(db, kind, id, at);
  const words = [...(isMoved ? [archived ? 'archived' : 'unarchived'] : []), ...describeChange(before, labels)];
  record(words.length === 0 ? null : { ...change, summary: words.join(', ') });
  return { labels, archived_at: isMoved ? at : archivedAt };
}

/** Refuses the second of two changes of the same label. @throws {WF_CONFLICT} when a label has another value by now */
function requireExpected(before: Labels, expected: NonNullable<MetadataChange['expected']>): void {
  const changed = Object.entries(expected).filter(([name, value]) => (before[name] ?? null) !== value);
  if (changed.length === 0) return;
  const now = changed.map(([name]) => (Object.hasOwn(before, name) ? `${name}=${before[name]}` : `no ${name}`));
  throw new PreconditionError({ message: `Somebody else changed these labels first: ${now.join(', ')} now.` });
}

/** Stores the labels of a new record. @returns text for the audit log; empty without labels */
export async function addLabels(
  db: OperationContext['db'],
  table: LabelTable,
  id: string,
  labels: Labels | null | undefined,
): Promise<string> {
  if (labels == null || Object.keys(labels).length === 0) return '';
  await changeLabels(db, table, id, { set: labels, unset: [] });
  return `, ${describeChange({}, labels).join(', ')}`;
}

function describeChange(before: Labels, after: Labels): string[] {
  const set = Object.entries(after).filter(([name, value]) => before[name] !== value);
  const unset = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [...set.map(([name, value]) => `label ${name}=${value}`), ...unset.map((name) => `no label ${name}`)];
}
