import { type Axis, AxisLine, type AxisLineProps } from './axis.tsx';

export type Mark = 'better' | 'worse' | 'open';

export interface IntervalRow {
  readonly key: string;
  readonly label: string;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly mark: Mark;
  readonly text: string;
}

interface IntervalPlotProps extends Omit<AxisLineProps, 'className'> {
  /** What the plot shows, for screen readers. */
  readonly label: string;
  readonly rows: readonly IntervalRow[];
}

/** Differences with their intervals, one below the other, and a line at zero: a forest plot. */
export function IntervalPlot({ label, rows, axis, format }: IntervalPlotProps) {
  return (
    <div className="interval-plot" role="img" aria-label={label}>
      {rows.map((row) => (
        <div key={row.key} className="interval-row">
          <span className="interval-label">{row.label}</span>
          <svg className="interval-line" height="24" width="100%" aria-hidden="true">
            <line className="reference" x1={`${axis.at(0)}%`} x2={`${axis.at(0)}%`} y1="0" y2="100%" />
            {row.interval === null ? null : <Interval ends={row.interval} axis={axis} />}
            {row.value === null ? null : <MarkShape mark={row.mark} x={axis.at(row.value)} />}
          </svg>
          <span className="interval-text">{row.text}</span>
        </div>
      ))}
      <div className="interval-row axis">
        <span className="interval-label" />
        <AxisLine className="interval-line" axis={axis} format={format} />
      </div>
    </div>
  );
}

function Interval({ ends, axis }: { readonly ends: readonly [number, number]; readonly axis: Axis }) {
  const [low, high] = [`${axis.at(ends[0])}%`, `${axis.at(ends[1])}%`];
  return (
    <>
      <line className="interval" x1={low} x2={high} y1="12" y2="12" />
      <line className="interval" x1={low} x2={low} y1="7" y2="17" />
      <line className="interval" x1={high} x2={high} y1="7" y2="17" />
    </>
  );
}

const SHAPES: Readonly<Record<Mark, string>> = {
  better: 'M-6,5 L6,5 L0,-7 Z',
  worse: 'M-6,-5 L6,-5 L0,7 Z',
  open: 'M-5,0 A5,5 0 1 0 5,0 A5,5 0 1 0 -5,0 Z',
};

function MarkShape({ mark, x }: { readonly mark: Mark; readonly x: number }) {
  return (
    <svg x={`${x}%`} y="12" overflow="visible">
      <path className={`mark ${mark}`} d={SHAPES[mark]} />
    </svg>
  );
}
