import {
  LABEL_NAME,
  LABEL_VALUE,
  MAX_VALUE_LENGTH,
  MAX_LABELS,
  NAME_RULE,
  readSelector,
  VALUE_RULE,
} from '../../contract/labels/label-rules.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/** Labels to set and to remove, and whether to archive the record. */
export interface LabelChange {
  /** `null`: as it is. */
  readonly archived: boolean | null;
  readonly set: Labels;
  readonly unset: readonly string[];
}

/** Labels and more, as typed. */
export interface TypedLabels {
  readonly label?: readonly string[] | undefined;
  readonly unlabel?: readonly string[] | undefined;
  readonly archive?: boolean | undefined;
  readonly unarchive?: boolean | undefined;
}

/**
 * Parses `--label NAME=VALUE` and `--unlabel NAME`. Everything after the first `=` belongs to the value.
 *
 * @throws {WF_USAGE} for what is no label, for two values of one, and for one to be set and removed
 */
export function parseLabelChange(typed: TypedLabels): LabelChange {
  const { label = [], unlabel = [], archive = false, unarchive = false } = typed;
  const set = parseLabels(label);
  for (const name of unlabel) {
    requireName(name, `--unlabel ${quote(name)}`);
    if (Object.hasOwn(set, name)) throw usage(`--label sets ${quote(name)}, and --unlabel removes it.`);
  }
  if (unlabel.length > MAX_LABELS) throw usage(`--unlabel is given ${unlabel.length} times: at most ${MAX_LABELS}.`);
  return { set, unset: [...unlabel], archived: archive || unarchive ? archive : null };
}

/** Parses the labels of a new record. @throws {WF_USAGE} as `parseLabelChange` does */
export function parseLabels(typed: readonly string[] = []): Labels {
  const labels = new Map<string, string>();
  for (const text of typed) {
    const { name, value } = readSelector(text);
    if (value === null) throw usage(`--label ${quote(text)} has no value: write NAME=VALUE.`);
    requireLabel(name, value, text);
    const other = labels.get(name);
    if (other !== undefined && other !== value)
      throw usage(`--label gives ${quote(name)} two values: ${quote(other)} and ${quote(value)}.`);
    labels.set(name, value);
  }
  if (labels.size > MAX_LABELS) throw usage(`${labels.size} labels are given: a record has at most ${MAX_LABELS}.`);
  return Object.fromEntries(labels);
}

/**
 * Checks the labels that a list is filtered by: `NAME` or `NAME=VALUE`.
 *
 * @throws {WF_USAGE} for what is no label
 */
export function parseSelectors(typed: readonly string[] = []): string[] {
  for (const text of typed) {
    const { name, value } = readSelector(text);
    if (value === null) requireName(name, `--label ${quote(text)}`);
    else requireLabel(name, value, text);
  }
  const selectors = [...new Set(typed)];
  if (selectors.length > MAX_LABELS) throw usage(`--label is given ${selectors.length} times: at most ${MAX_LABELS}.`);
  return selectors;
}

function requireLabel(name: string, value: string, text: string): void {
  requireName(name, `--label ${quote(text)}`);
  if (value === '') throw usage(`--label ${quote(text)} has an empty value: write NAME=VALUE.`);
  if (value.length > MAX_VALUE_LENGTH)
    throw usage(`--label ${quote(name)} has a value of ${value.length} characters: at most ${MAX_VALUE_LENGTH}.`);
  if (!LABEL_VALUE.test(value)) throw usage(`--label ${quote(name)} is not a valid label. ${VALUE_RULE}.`);
}

function requireName(name: string, what: string): void {
  if (!LABEL_NAME.test(name)) throw usage(`${what} is not a valid label. ${NAME_RULE}.`);
}

/** Truncates what is too long to read. */
function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function usage(message: string): UserError {
  return new UserError({ code: 'WF_USAGE', message });
}
