import { routeChangesTable } from '../deployments/route-columns.ts';
import type { RouteChange } from '../../contract/deployments/deployment.ts';
import { toText, type View, type WordDiffBlock } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { toCell } from '../layout/text/format-value.ts';
import { toSingleLine } from '../../foundation/terminal-text.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { diffValues, type PartDiff } from '../../contract/variants/diff-values.ts';
import { flattenParameters } from '../../contract/variants/route-parameters.ts';
import { countOf } from '../../foundation/numbers.ts';
import type {
  ConfigurationDiff,
  DiffedEnvironment,
  EnvironmentDiff,
  FieldChange,
} from '../../contract/develop/configuration-diff.ts';

/** Shows how two configurations differ: short values side by side, texts word by word, then schemas. */
export function configurationDiffView({ before, after, fields, routes }: ConfigurationDiff): View {
  const titles = `${before.label} → ${after.label}`;
  if (fields.length === 0 && routes.length === 0) return [toText(`${titles}: no difference.`)];
  return [toText(fields.length === 0 ? `${titles}: same values.` : titles), ...toChanges(fields, routes)];
}

/** Shows how two environments differ: what they run, then values, texts and schemas. */
export function environmentDiffView({ before, after, same_code, fields, routes }: EnvironmentDiff): View {
  const sides = toTable({ columns: sideColumns, rows: [before, after] });
  const values =
    fields.length === 0 ? 'same values' : `${fields.length} changed ${fields.length === 1 ? 'value' : 'values'}`;
  return [sides, toText(`${values}, ${same_code ? 'same code' : 'different code'}.`), ...toChanges(fields, routes)];
}

const sideColumns: readonly Column<DiffedEnvironment>[] = [
  { header: 'environment', value: ({ environment, revision }) => `${environment}@${revision}` },
  { header: 'runs', value: ({ variant, variant_revision }) => `${variant}@${variant_revision}` },
  { header: 'code', kind: 'id', value: ({ code }) => code, dropOrder: 1 },
  { header: 'by', value: ({ deployed_by }) => deployed_by, dropOrder: 2 },
  { header: 'since', kind: 'time', value: ({ deployed_at }) => deployed_at },
];

function toChanges(fields: readonly FieldChange[], routes: readonly RouteChange[]): View {
  const short = fields.filter(({ words }) => words === null);
  return [
    ...(short.length === 0 ? [] : [toTable({ columns: fieldColumns, rows: short })]),
    ...fields.flatMap(toWordDiff),
    ...(routes.length === 0 ? [] : [routeChangesTable(routes)]),
  ];
}

function toWordDiff({ field, words, before_is_default, after_is_default }: FieldChange): WordDiffBlock[] {
  if (words === null) return [];
  const remark = before_is_default ? ' (from the default)' : after_is_default ? ' (to the default)' : '';
  return [{ type: 'word-diff', title: `${field}${remark}`, changes: words }];
}

const fieldColumns: readonly Column<FieldChange>[] = [
  { header: 'field', value: ({ field }) => field },
  { header: 'before', value: (change) => withRemark(change.before, change.before_is_default) },
  { header: 'after', value: (change) => withRemark(change.after, change.after_is_default) },
];

function withRemark(value: unknown, isDefault: boolean) {
  return isDefault ? `${String(toCell(value))} (default)` : toCell(value);
}

/**
 * Describes in one line how what is set differs from the previous revision: short values first, then excerpts of long
 * ones.
 *
 * @param before - `undefined` if there is none
 * @param hasDefaults - whether the service knows the code's defaults; another one knows what is stored, and nothing else
 */
export function describeChanges(
  before: Parameters | null | undefined,
  after: Parameters | null,
  hasDefaults = true,
): string {
  const now = flattenParameters(after ?? {});
  if (before === undefined) {
    const count = Object.keys(now).length;
    return count === 0 ? 'created, nothing set' : `created with ${countOf(count, 'field')} set`;
  }
  const old = flattenParameters(before ?? {});
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changes = names.flatMap((name) => describeChange(name, old[name], now[name], hasDefaults) ?? []);
  if (changes.length === 0) return 'same values';
  return changes.toSorted((a, b) => a.length - b.length).join(', ');
}

const MAX_VALUE_LENGTH = 20;

function describeChange(name: string, before: unknown, after: unknown, hasDefaults: boolean): string | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  if (after === undefined) return hasDefaults ? `${name} back to its default` : `${name} removed`;
  return before === undefined
    ? hasDefaults
      ? describeValues(name, before, after)
      : `${name} ${isLong(after) ? '' : 'set to '}${shorten(after)}`
    : diffValues(before, after)
        .map((one) => describePart(`${name}${one.part}`, one))
        .join(', ');
}

function describePart(name: string, { kind, before, after }: PartDiff): string {
  return kind === 'changed' ? describeValues(name, before, after) : `${name} ${kind}`;
}

function describeValues(name: string, before: unknown, after: unknown): string {
  const [old, now] = [before === undefined ? 'default' : shorten(before), shorten(after)];
  // Two long texts often begin alike, so this shows only the new one; `wf variants diff` shows the difference.
  return isLong(after) ? `${name} ${now}` : `${name} ${old} → ${now}`;
}

function isLong(value: unknown): boolean {
  return String(toCell(value)).length > MAX_VALUE_LENGTH;
}

function shorten(value: unknown): string {
  const text = toSingleLine(String(toCell(value)));
  return isLong(value) ? `“${text.slice(0, MAX_VALUE_LENGTH)}…”` : text;
}
