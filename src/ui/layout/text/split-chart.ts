import type { Kind } from './format-value.ts';
import type { Meaning } from './status.ts';

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
