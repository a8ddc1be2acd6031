import { toText, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';
import type { Replayed, RouteReplay } from '../../contract/develop/replay-result.ts';

type ReplayComparison = Pick<RouteReplay, 'replayed' | 'is_same' | 'words'> & { readonly compared_with: Replayed };

/** Shows two runs side by side: their figures, then the difference of their outputs. */
export function replayComparisonView({ replayed, compared_with, is_same, words }: ReplayComparison): View {
  const rows = [replayed, compared_with];
  const title = `${replayed.label} → ${compared_with.label}`;
  if (is_same === true) return [toTable({ columns, rows }), toText('Both outputs are the same.')];
  return [
    toTable({ columns, rows }),
    ...(words === null ? rows.flatMap(toOutput) : [{ type: 'word-diff' as const, title, changes: words }]),
  ];
}

function toOutput({ label, answer, error }: Replayed): View {
  const data = answer?.data;
  const text = typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? 'null');
  return [toText(`${label}:`, ...(error === null ? text.split('\n') : [error.message]))];
}

const columns: readonly Column<Replayed>[] = [
  { header: 'run', value: ({ label }) => label },
  { header: 'bundle', value: ({ artifact_sha256 }) => artifact_sha256.slice(0, 12), dropOrder: 2 },
  { header: 'outcome', value: ({ error }) => (error === null ? 'answered' : 'failed') },
  { header: 'cost', kind: 'cost', value: ({ cost }) => cost, dropOrder: 1 },
  { header: 'latency', kind: 'seconds', value: ({ latency }) => latency },
];
