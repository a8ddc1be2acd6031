import { toHash } from '../../address/address.ts';
import { RecordTable } from '../../elements/record-table.tsx';
import { formatCost, formatSeconds, formatTime } from '../../text/format-figures.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import type { DeployMark, TrendPoint } from './read-trends.ts';

interface TrendTableProps {
  readonly label: string;
  readonly metric: string;
  readonly points: readonly TrendPoint[];
  readonly deploys?: readonly DeployMark[];
}

/** The figures of a picture: evaluations and deployments in the order of time. */
export function TrendTable({ label, metric, points, deploys = [] }: TrendTableProps) {
  const { appName } = useWorkspace();
  const time = (at: number) => formatTime(new Date(at).toISOString());
  const evaluated = points.map((point) => ({
    at: point.at,
    key: point.id,
    cells: {
      Time: time(point.at),
      // Points are for pointers: by keyboard, an evaluation opens from here.
      What: (
        <a href={toHash({ page: 'evaluations', app: appName, id: point.id })}>
          {point.name} on {point.testset}
        </a>
      ),
      [`Mean ${metric}`]: String(Number((point.scores[metric] ?? 0).toPrecision(4))),
      Cost: formatCost(point.cost),
      Latency: formatSeconds(point.latency),
    },
  }));
  const deployed = deploys.map(({ at, environment, revision }) => ({
    at,
    key: `${environment} ${revision}`,
    cells: { Time: time(at), What: `deployed: ${environment} revision ${revision}` },
  }));
  return (
    <RecordTable
      label={label}
      columns={[
        'Time',
        'What',
        ...[`Mean ${metric}`, 'Cost', 'Latency'].map((name) => ({ label: name, isNumber: true as const })),
      ]}
      rows={[...evaluated, ...deployed].toSorted((one, other) => one.at - other.at)}
    />
  );
}
