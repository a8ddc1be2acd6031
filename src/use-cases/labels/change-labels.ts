import type { Client } from '../../client/create-client.ts';
import type { Labels, Metadata, MetadataChange } from '../../contract/labels/labels.ts';
import { usageError } from '../../foundation/errors/wf-error.ts';
import {
  LABEL_NAME,
  LABEL_VALUE,
  MAX_LABELS,
  MAX_VALUE_LENGTH,
  NAME_RULE,
  readSelector,
  VALUE_RULE,
} from '../../contract/labels/label-rules.ts';

export interface LabelledRecord {
  readonly labels?: Labels | null | undefined;
  readonly archived_at?: string | null | undefined;
}

export interface RelabelledRecord<Row> {
  readonly record: Row;
  /** False when it already was like this. */
  readonly isChanged: boolean;
}

/** Requires a service with labels, before anything is written. @throws {WF_UNSUPPORTED} on any other */
export async function requireLabels(client: Client): Promise<void> {
  await client.require('labels (--label)');
}

export function changesLabels({ set, unset, archived }: LabelChange): boolean {
  return Object.keys(set).length > 0 || unset.length > 0 || archived !== null;
}

/**
 * Changes the labels of a record, archives or unarchives it.
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
  throw usageError('Nothing to change.', ['Add --label NAME=VALUE, --unlabel NAME, --archive or --unarchive']);
}

/** Labels to set and to remove, and whether to archive the record. */
export interface LabelChange {
  /** `null`: as it is. */
  readonly archived: boolean | null;
  readonly set: Labels;
  readonly unset: readonly string[];
}

interface TypedLabels {
  readonly label?: readonly string[] | undefined;
  readonly unlabel?: readonly string[] | undefined;
  readonly archive?: boolean | undefined;
  readonly unarchive?: boolean | undefined;
}

/**
 * Parses `--label NAME=VALUE` and `--unlabel NAME`. Everything after the first `=` belongs to the value.
 *
 * @throws {WF_USAGE} for text that is not a label, for two values of one, and for one to be set and removed
 */
export function parseLabelChange(typed: TypedLabels): LabelChange {
  const { label = [], unlabel = [], archive = false, unarchive = false } = typed;
  const set = parseLabels(label);
  for (const name of unlabel) {
    requireName(name, `--unlabel ${quote(name)}`);
    if (Object.hasOwn(set, name)) throw usageError(`--label sets ${quote(name)}, and --unlabel removes it.`);
  }
  if (unlabel.length > MAX_LABELS)
    throw usageError(`--unlabel is given ${unlabel.length} times: at most ${MAX_LABELS}.`);
  return { set, unset: [...unlabel], archived: archive || unarchive ? archive : null };
}

/** Parses the labels of a new record. @throws {WF_USAGE} as `parseLabelChange` does */
export function parseLabels(typed: readonly string[] = []): Labels {
  const labels = new Map<string, string>();
  for (const text of typed) {
    const { name, value } = readSelector(text);
    if (value === null) throw usageError(`--label ${quote(text)} has no value: write NAME=VALUE.`);
    requireLabel(name, value, text);
    const other = labels.get(name);
    if (other !== undefined && other !== value)
      throw usageError(`--label gives ${quote(name)} two values: ${quote(other)} and ${quote(value)}.`);
    labels.set(name, value);
  }
  if (labels.size > MAX_LABELS)
    throw usageError(`${labels.size} labels are given: a record has at most ${MAX_LABELS}.`);
  return Object.fromEntries(labels);
}

/**
 * Checks the labels that a list is filtered by: `NAME` or `NAME=VALUE`.
 *
 * @throws {WF_USAGE} for text that is not a label
 */
export function parseSelectors(typed: readonly string[] = []): string[] {
  for (const text of typed) {
    const { name, value } = readSelector(text);
    if (value === null) requireName(name, `--label ${quote(text)}`);
    else requireLabel(name, value, text);
  }
  const selectors = [...new Set(typed)];
  if (selectors.length > MAX_LABELS)
    throw usageError(`--label is given ${selectors.length} times: at most ${MAX_LABELS}.`);
  return selectors;
}

function requireLabel(name: string, value: string, text: string): void {
  requireName(name, `--label ${quote(text)}`);
  if (value === '') throw usageError(`--label ${quote(text)} has an empty value: write NAME=VALUE.`);
  if (value.length > MAX_VALUE_LENGTH)
    throw usageError(`--label ${quote(name)} has a value of ${value.length} characters: at most ${MAX_VALUE_LENGTH}.`);
  if (!LABEL_VALUE.test(value)) throw usageError(`--label ${quote(name)} is not a valid label. ${VALUE_RULE}.`);
}

function requireName(name: string, what: string): void {
  if (!LABEL_NAME.test(name)) throw usageError(`${what} is not a valid label. ${NAME_RULE}.`);
}

/** Truncates what is too long to read. */
function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
