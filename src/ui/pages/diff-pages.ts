import { routeChangeColumns, type RouteChangeView } from '../columns/route.ts';
import { toText, type Page, type WordsBlock } from '../page.ts';
import { toTable, type Column } from '../table-model.ts';
import { toCell } from '../to-cell.ts';
import type { WordChange } from '../word-diff.ts';

/** One field that two configurations have different values of. */
export interface FieldChangeView {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly before_is_default: boolean;
  readonly after_is_default: boolean;
  readonly words: readonly WordChange[] | null;
}

export interface ConfigurationDiffView {
  readonly before: { readonly label: string };
  readonly after: { readonly label: string };
  readonly fields: readonly FieldChangeView[];
  readonly routes: readonly RouteChangeView[];
}

/** How two configurations differ: short values side by side, texts word by word, then the schemas. */
export function configurationDiffPage({ before, after, fields, routes }: ConfigurationDiffView): Page {
  const titles = `${before.label} → ${after.label}`;
  if (fields.length === 0 && routes.length === 0) return [toText(`${titles}: no difference.`)];
  const short = fields.filter(({ words }) => words === null);
  return [
    toText(fields.length === 0 ? `${titles}: the same values.` : titles),
    ...(short.length === 0 ? [] : [toTable({ columns: fieldColumns, rows: short, empty: '' })]),
    ...fields.flatMap(toWords),
    ...(routes.length === 0
      ? []
      : [toTable({ title: 'Changes in the routes', columns: routeChangeColumns, rows: routes, empty: '' })]),
  ];
}

function toWords({ field, words, before_is_default, after_is_default }: FieldChangeView): WordsBlock[] {
  if (words === null) return [];
  const remark = before_is_default ? ' (from the default)' : after_is_default ? ' (to the default)' : '';
  return [{ type: 'words', title: `${field}${remark}`, changes: words }];
}

const fieldColumns: readonly Column<FieldChangeView>[] = [
  { header: 'field', value: ({ field }) => field },
  { header: 'before', value: (change) => withRemark(change.before, change.before_is_default) },
  { header: 'after', value: (change) => withRemark(change.after, change.after_is_default) },
];

function withRemark(value: unknown, isDefault: boolean) {
  return isDefault ? `${String(toCell(value))} (default)` : toCell(value);
}
