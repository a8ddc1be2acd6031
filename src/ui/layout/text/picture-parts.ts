import type { Kind } from './format-value.ts';
import type { Meaning } from './status.ts';

/** Signs of a picture beside each other that say the same. */
export interface PicturePart {
  readonly text: string;
  /** `faint`: what is only there to be measured by. */
  readonly meaning: Meaning | 'faint';
}

/** Takes a picture apart by what its signs say; `null` for what is no picture, or stands where there is none. */
export function picturePartsOf(kind: Kind, text: string): readonly PicturePart[] | null {
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

/** A score surely reaches as far as the solid cells, and may reach the shaded ones. */
const BAR: Readonly<Record<string, Meaning>> = { '█': 'good', '▒': 'caution' };

/** Whiskers that keep clear of the line in the middle say on which side the change lies. */
function changeParts(text: string): readonly PicturePart[] {
  const middle = (text.length - 1) / 2;
  const isOn = (side: string) => side.trim() !== '' && /[├┤]/.test(side);
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  const touches = /\S$/.test(left) || /^\S/.test(right);
  const meaning = touches || isOn(left) === isOn(right) ? 'neutral' : isOn(right) ? 'good' : 'bad';
  return partsBy(text, (sign) => (sign === '│' ? 'faint' : meaning));
}

function partsBy(text: string, meaningOf: (sign: string) => PicturePart['meaning']): readonly PicturePart[] {
  const parts: PicturePart[] = [];
  for (const sign of text) {
    const meaning = meaningOf(sign);
    const last = parts.at(-1);
    if (last?.meaning === meaning) parts.splice(-1, 1, { text: last.text + sign, meaning });
    else parts.push({ text: sign, meaning });
  }
  return parts;
}
