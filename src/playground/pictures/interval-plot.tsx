import { type Axis, AxisLine } from './axis.tsx';

/** Shape of a mark, which shows the verdict without colour. */
export type Mark = 'better' | 'worse' | 'plain' | 'open';

export interface IntervalRow {
  readonly key: string;
  readonly label: string;
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
  readonly mark: Mark;
  /** What the row says, next to its line. */
  readonly text: string;
}

interface IntervalPlotProps {
  /** What the plot shows, for screen readers. */
  readonly label: string;
  readonly rows: readonly IntervalRow[];
  readonly axis: Axis;
  /** Value to compare with; `null`: none. */
  readonly reference: number | null;
  readonly format: (value: number) => string;
}

/** Values with their intervals, one below the other: a forest plot. */
export function IntervalPlot({ label, rows, axis, reference, format }: IntervalPlotProps) {
  return (
    <div className="interval-plot" role="img" aria-label={label}>
      {rows.map((row) => (
        <div key={row.key} className="interval-row">
          <span className="interval-label">{row.label}</span>
          <svg className="interval-line" height="24" width="100%" aria-hidden="true">
            {reference === null ? null : <Upright className="reference" x={axis.at(reference)} />}
            {row.interval === null ? null : (
              <>
                <line
                  className="interval"
                  x1={`${axis.at(row.interval[0])}%`}
                  x2={`${axis.at(row.interval[1])}%`}
                  y1="12"
                  y2="12"
                />
                {row.interval.map((end, index) => (
                  <line
                    key={index === 0 ? 'low' : 'high'}
                    className="interval"
                    x1={`${axis.at(end)}%`}
                    x2={`${axis.at(end)}%`}
                    y1="7"
                    y2="17"
                  />
                ))}
              </>
            )}
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

function Upright({ className, x }: { readonly className: string; readonly x: number }) {
  return <line className={className} x1={`${x}%`} x2={`${x}%`} y1="0" y2="100%" />;
}

const SHAPES: Readonly<Record<Mark, string>> = {
  better: 'M-6,5 L6,5 L0,-7 Z',
  worse: 'M-6,-5 L6,-5 L0,7 Z',
  plain: 'M-5,-5 H5 V5 H-5 Z',
  open: 'M-5,0 A5,5 0 1 0 5,0 A5,5 0 1 0 -5,0 Z',
};

function MarkShape({ mark, x }: { readonly mark: Mark; readonly x: number }) {
  return (
    <svg x={`${x}%`} y="12" overflow="visible">
      <path className={`mark ${mark}`} d={SHAPES[mark]} />
    </svg>
  );
}
