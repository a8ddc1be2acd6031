import { useState } from 'react';
import { countText, formatCount } from '../../text/format-figures.ts';
import { addSample, describePace, type Sample } from './pace.ts';
import type { SeenProgress } from './use-progress.ts';

/** How far an evaluation is, how fast, and how long it still takes. */
export function ProgressView({ seen }: { readonly seen: SeenProgress }) {
  const { done, rows, errors, is_taken: isTaken, at } = seen;
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  if (samples.at(-1)?.at !== at) setSamples(addSample(samples, { at, done }));
  const parts = [
    `${formatCount(done)} of ${countText(rows, 'row')}`,
    ...(errors === 0 ? [] : [`${countText(errors, 'row')} with errors`]),
    ...(isTaken ? describePace(samples, rows) : ['waiting for a process that runs it']),
  ];
  return (
    <div className="progress-line">
      <progress aria-label="Progress" max={rows} value={done} />
      <p>{parts.join(', ')}</p>
    </div>
  );
}
