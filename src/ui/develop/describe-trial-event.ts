import { countOf } from '../../foundation/count-of.ts';

/** How many rows of a trial have their answers. */
interface RowsDone {
  readonly done: number;
  readonly rows: number;
}

/** A long trial shows as many steps as this. */
const STEPS = 10;

/** Creates a function that describes the progress of a trial: one line per tenth of the rows; `null`: no line. */
export function describeTrialEvent(): (event: RowsDone) => string | null {
  let shown = -1;
  return ({ done, rows }) => {
    const step = Math.floor((done / rows) * STEPS);
    if (step === shown) return null;
    shown = step;
    return `${done} of ${countOf(rows, 'row')}`;
  };
}
