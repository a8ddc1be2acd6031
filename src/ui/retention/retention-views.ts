import type { CostGroup, CostSum } from '../../contract/evaluations/evaluation-costs.ts';
import { describeKept } from '../../contract/retention/describe-kept.ts';
import type { KeepRule, Pruned, PrunedKind, Usage, UsageEntry } from '../../contract/retention/retention.ts';
import { formatBytes } from '../live/describe-event.ts';
import { toText, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** Shows what the stored data takes, the largest first. */
export function usageView({ entries, database }: Usage): View {
  const free = database?.free_bytes == null ? '' : `, ${formatBytes(database.free_bytes)} of it free`;
  return [
    toTable({ columns: usageColumns, rows: entries, empty: 'Nothing is stored.' }),
    ...(database === null ? [] : [toText(`The database takes ${formatBytes(database.bytes)}${free}.`)]),
  ];
}

const usageColumns: readonly Column<UsageEntry>[] = [
  { header: 'app', value: ({ app_name: name, app_id: id }) => name ?? id },
  { header: 'kind', value: ({ kind }) => kind.replaceAll('_', ' ') },
  { header: 'rows', kind: 'integer', value: ({ rows }) => rows },
  { header: 'size', value: ({ bytes }) => formatBytes(bytes) },
];

/** Shows what evaluations paid, by what was asked for. */
export function costsView(sums: readonly CostSum[], by: readonly CostGroup[]): View {
  const named = by.map((header): Column<CostSum> => ({ header, value: (sum) => sum[header] ?? null }));
  const figures: Column<CostSum>[] = [
    { header: 'calls', kind: 'integer', value: ({ calls }) => calls, dropOrder: 1 },
    { header: 'cost (USD)', kind: 'cost', value: ({ cost }) => cost },
    { header: 'of unknown cost', kind: 'integer', value: ({ unpriced }) => unpriced, dropOrder: 2 },
  ];
  return [toTable({ columns: [...named, ...figures], rows: sums, empty: 'No evaluation called anything that costs.' })];
}

/** @param byRules - whether rules said what is old */
export function prunedView(
  { plan, before, kinds, busy_app_ids: busy }: Omit<Pruned, 'done'> & { readonly plan: boolean },
  byRules: boolean,
): View {
  const age = byRules ? `Older than its rule says, else than ${before}` : `Older than ${before}`;
  const headline = plan ? `${age}, and would be deleted:` : `${age}, and deleted:`;
  return [
    toText(headline),
    toTable({ columns: prunedColumns, rows: kinds, empty: 'Nothing.' }),
    ...(busy.length === 0
      ? []
      : [toText(`An evaluation is running in these apps; their old evaluations stay: ${busy.join(', ')}`)]),
  ];
}

const prunedColumns: readonly Column<PrunedKind>[] = [
  { header: 'kind', value: ({ kind }) => kind.replaceAll('_', ' ') },
  { header: 'count', kind: 'integer', value: ({ count }) => count },
  { header: 'size', value: ({ bytes }) => formatBytes(bytes) },
];

export function rulesView(rules: readonly KeepRule[]): View {
  return [toTable({ columns: ruleColumns, rows: rules, empty: 'No rules: wf prune deletes what is older than 30d.' })];
}

const ruleColumns: readonly Column<KeepRule>[] = [
  { header: 'app', value: ({ app_name: name, app_id: id }) => name ?? id ?? 'all apps' },
  { header: 'kind', value: ({ kind }) => kind.replaceAll('_', ' ') },
  { header: 'kept', value: ({ seconds }) => describeKept(seconds) },
];
