import type { IntervalEnds } from '../../../contract/evaluations/comparison.ts';

/** Cells of a score bar, a twentieth each. */
const BAR_WIDTH = 20;

/**
 * Draws a score between 0 and 1 with its interval: solid up to the lower bound, shaded up to the upper bound.
 *
 * @returns `null` for a score outside this range
 */
export function scoreBar(mean: number | null, interval: IntervalEnds | null): string | null {
  if (mean === null || mean < 0 || mean > 1) return null;
  const [from, to] = interval ?? [mean, mean];
  const solid = cellsOf(from);
  const shaded = Math.max(0, cellsOf(to) - solid);
  return `${'█'.repeat(solid)}${'▒'.repeat(shaded)}${'·'.repeat(BAR_WIDTH - solid - shaded)}`;
}

function cellsOf(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * BAR_WIDTH);
}

/** Cells on either side of the middle. */
const SIDE = 8;

/**
 * Draws a change with its interval around a middle line that means "no change", scaled to its own size. Whiskers that do
 * not cross the line show a difference. Better is always on the right.
 */
export function intervalChart(
  change: number | null,
  interval: IntervalEnds | null,
  goal: 'higher' | 'lower',
): string | null {
  if (change === null) return null;
  const sign = goal === 'higher' ? 1 : -1;
  const ends = [...(interval ?? [change, change])].map((end) => end * sign);
  const scale = Math.max(...[...ends, change].map(Math.abs)) || 1;
  const cellOf = (value: number) => SIDE + Math.round((value / scale) * SIDE);
  const [from, at, to] = [cellOf(Math.min(...ends)), cellOf(change * sign), cellOf(Math.max(...ends))];
  return Array.from({ length: 2 * SIDE + 1 }, (_, cell) => {
    if (cell === at) return '●';
    if (cell === SIDE) return cell > from && cell < to ? '┼' : '│';
    if (cell === from) return '├';
    if (cell === to) return '┤';
    return cell > from && cell < to ? '─' : ' ';
  }).join('');
}

const LEVELS = ' ▁▂▃▄▅▆▇█';

/** Draws counts as a sparkline: 0 is a gap and 1 already visible. `null` for fewer than two counts. */
export function sparkline(counts: readonly number[]): string | null {
  if (counts.length < 2) return null;
  const most = Math.max(...counts, 1);
  return counts.map((count) => LEVELS[Math.ceil((count / most) * (LEVELS.length - 1))] ?? '').join('');
}
