import type { IntervalEnds } from '../../../contract/evaluations/comparison.ts';
import type { Kind } from './format-value.ts';
import type { Meaning } from './status.ts';
import { clamp } from '../../../foundation/numbers.ts';

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
  return Math.round(clamp(share, 0, 1) * BAR_WIDTH);
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

/** Adjacent characters of a chart with the same meaning. */
export interface ChartSegment {
  readonly text: string;
  /** `faint`: scale and background. */
  readonly meaning: Meaning | 'faint';
}

/** Splits a chart into segments by meaning; `null` for a value that is not a chart. */
export function splitChart(kind: Kind, text: string): readonly ChartSegment[] | null {
  if (text === '-') return null;
  switch (kind) {
    case 'bar':
      return partsBy(text, (sign) => BAR[sign] ?? 'faint');
    case 'change':
      return changeParts(text);
    case 'spread':
      return [{ text, meaning: 'busy' }];
    default:
      return null;
  }
}

/** Solid cells end at the interval's lower bound, shaded ones at its upper bound. */
const BAR: Readonly<Record<string, Meaning>> = { '█': 'good', '▒': 'caution' };

/** A change is significant if its whiskers do not touch the middle line. */
function changeParts(text: string): readonly ChartSegment[] {
  const middle = (text.length - 1) / 2;
  const isOn = (side: string) => /[├┤]/.test(side);
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  const touches = /\S$/.test(left) || /^\S/.test(right);
  const meaning = touches || isOn(left) === isOn(right) ? 'neutral' : isOn(right) ? 'good' : 'bad';
  return partsBy(text, (sign) => (sign === '│' ? 'faint' : meaning));
}

function partsBy(text: string, meaningOf: (sign: string) => ChartSegment['meaning']): readonly ChartSegment[] {
  const parts: ChartSegment[] = [];
  for (const sign of text) {
    const meaning = meaningOf(sign);
    const last = parts.at(-1);
    if (last?.meaning === meaning) parts.splice(-1, 1, { text: last.text + sign, meaning });
    else parts.push({ text: sign, meaning });
  }
  return parts;
}
