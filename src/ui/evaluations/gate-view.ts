import type { GateCheck, GateReport, GateVerdict } from '../../contract/evaluations/gate-report.ts';
import { formatValue } from '../layout/text/format-value.ts';
import { toText, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

const SIGNS: Readonly<Record<GateVerdict, string>> = {
  passed: '✓ passed',
  failed: '✗ failed',
  inconclusive: '? inconclusive',
};

const checkColumns: readonly Column<GateCheck>[] = [
  { header: 'check', value: ({ metric }) => metric },
  { header: 'rule', value: ({ rule }) => rule },
  { header: 'verdict', value: ({ verdict }) => SIGNS[verdict] },
  { header: 'value', kind: 'figure', value: ({ value }) => value },
  { header: 'from', kind: 'figure', value: ({ interval }) => interval?.[0], only: 'written' },
  { header: 'to', kind: 'figure', value: ({ interval }) => interval?.[1], only: 'written' },
  { header: 'interval', value: intervalOf, dropOrder: 3, only: 'drawn' },
  { header: 'cases', kind: 'integer', value: ({ cases }) => cases, dropOrder: 2 },
  { header: 'needed', kind: 'integer', value: (check) => check.needed_cases, dropOrder: 1 },
  { header: 'reason', value: ({ reason }) => reason },
];

function intervalOf({ interval }: GateCheck): string | null {
  return interval?.map((end) => formatValue('figure', end, { form: 'terminal', now: new Date(0) })).join(' – ') ?? null;
}

/** Shows the gate's verdict on each evaluation; nothing without a gate. */
export function gateView(report: GateReport | null): View {
  if (report === null) return [];
  return [
    ...report.results.map((result) =>
      toTable({
        title: `Gate ${report.gate} on ${result.variant} (${result.id}): ${SIGNS[result.verdict]}`,
        columns: checkColumns,
        rows: result.checks,
      }),
    ),
    toText(`The gate ${report.gate}: ${SIGNS[report.verdict]}.`),
  ];
}
