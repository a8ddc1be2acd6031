// Without schemas: commands that list records start without zod.

import { LABEL_VALUE_LENGTH, RECORD_LABELS } from '../../foundation/sizes.ts';
import { findHidden, toCodePoint } from '../validation/name-rule.ts';

/** Most labels of one record. */
export const MAX_LABELS = RECORD_LABELS.most;

/** Length of the longest value of a label. */
export const MAX_VALUE_LENGTH = LABEL_VALUE_LENGTH.most;

/** Names of labels, as in `team`, or `example.com/cost-centre`. */
export const LABEL_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,61}[A-Za-z0-9])?$/;
export const NAME_RULE =
  'The name of a label has 1 to 63 letters, digits, dots, hyphens, underscores or slashes, and a letter or digit at both ends';

/** Values of labels: any text without control characters. */
// oxlint-disable-next-line no-control-regex
export const LABEL_VALUE = /^[^\u0000-\u001f\u007f-\u009f]*$/;
export const VALUE_RULE = 'The value of a label must not contain control characters';
export const PAIR_RULE = 'The value of a label must not contain half of a surrogate pair';

/** A selector, read. */
export interface WantedLabel {
  readonly name: string;
  /** `null`: any. */
  readonly value: string | null;
}

/** Splits a selector at its first `=`. */
export function readSelector(text: string): WantedLabel {
  const at = text.indexOf('=');
  return at === -1 ? { name: text, value: null } : { name: text.slice(0, at), value: text.slice(at + 1) };
}

/** Answers whether a text selects records by a label: `team`, or `team=search`. */
export function isSelector(text: string): boolean {
  const { name, value } = readSelector(text);
  return value === null ? LABEL_NAME.test(name) : findStoredMistake(name, value) === null;
}

/** Describes what is wrong with a label; `null`: nothing. */
export function findLabelMistake(name: string, value: string | null): string | null {
  return findStoredMistake(name, value) ?? findHiddenLabel(value ?? '');
}

/** Older labels have characters that nobody sees, and are selected all the same. */
function findStoredMistake(name: string, value: string | null): string | null {
  if (!LABEL_NAME.test(name)) return NAME_RULE;
  if (value === null || value === '') return 'Write NAME=VALUE';
  if (value.length > MAX_VALUE_LENGTH) return `The value of a label has at most ${MAX_VALUE_LENGTH} characters`;
  if (!value.isWellFormed()) return PAIR_RULE;
  return LABEL_VALUE.test(value) ? null : VALUE_RULE;
}

/** Describes the first character of a label's value that nobody sees; `null`: there is none. */
export function findHiddenLabel(value: string): string | null {
  const hidden = findHidden(value);
  return hidden === null
    ? null
    : `The value of a label must not contain ${toCodePoint(hidden)}, which is not a visible character`;
}

/** Returns whether a record has all these labels. */
export function hasLabels(
  labels: Readonly<Record<string, string>> | null | undefined,
  wanted: readonly WantedLabel[],
): boolean {
  return wanted.every(({ name, value }) => {
    const own = labels != null && Object.hasOwn(labels, name) ? labels[name] : undefined;
    return own !== undefined && (value === null || own === value);
  });
}
