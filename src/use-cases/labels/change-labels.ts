import type { Client } from '../../client/create-client.ts';
import type { Labels, Metadata, MetadataChange } from '../../contract/labels/labels.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { LabelChange } from './parse-labels.ts';

/** A record that has labels. */
export interface LabelledRecord {
  readonly labels?: Labels | null | undefined;
  readonly archived_at?: string | null | undefined;
}

/** A record after a change of its labels. */
export interface RelabelledRecord<Row> {
  readonly record: Row;
  /** False when it already was like this. */
  readonly isChanged: boolean;
}

/** Requires a service with labels, before anything is written. @throws {WF_UNSUPPORTED} on any other */
export async function requireLabels(client: Client): Promise<void> {
  await client.require('labels', { nextSteps: ['Leave out --label'] });
}

/** Returns whether there is anything to change. */
export function changesLabels({ set, unset, archived }: LabelChange): boolean {
  return Object.keys(set).length > 0 || unset.length > 0 || archived !== null;
}

/**
 * Changes the labels of a record, archives it or takes it back.
 *
 * @param send - sends the change of one kind of record
 * @throws {WF_UNSUPPORTED} on a service without labels
 */
export async function changeLabels<Row extends LabelledRecord>(
  client: Client,
  record: Row,
  { set, unset, archived }: LabelChange,
  send: (body: MetadataChange) => Promise<Metadata>,
): Promise<RelabelledRecord<Row>> {
  await client.require('labels');
  const { labels, archived_at = null } = await send({
    ...(Object.keys(set).length === 0 ? {} : { labels: set }),
    ...(unset.length === 0 ? {} : { unset: [...unset] }),
    ...(archived === null ? {} : { archived }),
  });
  const isMoved = (record.archived_at ?? null) !== archived_at;
  return { record: { ...record, labels, archived_at }, isChanged: isMoved || !isSame(record.labels ?? {}, labels) };
}

function isSame(before: Labels, after: Labels): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(after).length && names.every((name) => before[name] === after[name]);
}

/** @throws {WF_USAGE} when there is nothing to change */
export function requireLabelChange(change: LabelChange): void {
  if (changesLabels(change)) return;
  throw new UserError({
    code: 'WF_USAGE',
    message: 'Nothing to change.',
    nextSteps: ['Add --label NAME=VALUE, --unlabel NAME, --archive or --unarchive'],
  });
}
