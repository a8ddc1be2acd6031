import type { Kind, Value } from './text/format-value.ts';
import type { ChartSegment } from './text/charts.ts';
import { toStatus, type Meaning } from './text/status.ts';
import type { WordChange } from '../../contract/develop/configuration-diff.ts';

/** Style of a text; empty without colour, so that no escape sequence is written. */
export interface Style {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
}

const NONE: Style = {};

const BY_MEANING: Readonly<Record<Meaning, Style>> = {
  good: { color: 'green' },
  bad: { color: 'red' },
  caution: { color: 'yellow' },
  busy: { color: 'cyan' },
  neutral: NONE,
};

export interface Theme {
  readonly title: Style;
  readonly header: Style;
  readonly label: Style;
  readonly remark: Style;
  /** The line under the cursor, which a sign marks too. */
  readonly here: Style;
  readonly cell: (kind: Kind, value: Value) => Style;
  readonly part: Readonly<Record<ChartSegment['meaning'], Style>>;
  readonly change: Readonly<Record<WordChange['kind'], Style>>;
}

/** Creates the styles by meaning. Colour only repeats what a word or a sign already says. */
export function createTheme(color: boolean): Theme {
  if (!color) return COLOURLESS;
  return {
    title: { bold: true },
    header: { bold: true },
    label: { dimColor: true },
    remark: { dimColor: true },
    here: { color: 'cyan', bold: true },
    cell: lookOfCell,
    part: { ...BY_MEANING, faint: { dimColor: true } },
    change: { same: NONE, removed: BY_MEANING.bad, added: BY_MEANING.good },
  };
}

const COLOURLESS: Theme = {
  title: NONE,
  header: NONE,
  label: NONE,
  remark: NONE,
  here: NONE,
  cell: () => NONE,
  part: { good: NONE, bad: NONE, caution: NONE, busy: NONE, neutral: NONE, faint: NONE },
  change: { same: NONE, removed: NONE, added: NONE },
};

function lookOfCell(kind: Kind, value: Value): Style {
  if (value === null || value === undefined) return { dimColor: true };
  if (kind === 'status') return BY_MEANING[toStatus(String(value)).meaning];
  if (kind === 'figure' && typeof value === 'boolean') return value ? BY_MEANING.good : BY_MEANING.bad;
  if (kind === 'mark') return value === '●' ? BY_MEANING.good : value === '○' ? { dimColor: true } : NONE;
  if (kind === 'id' || kind === 'time') return { dimColor: true };
  return NONE;
}
