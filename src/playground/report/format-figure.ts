/** Four digits that say something; `-` for what is not known. */
export function formatFigure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(4)));
}

/** `0.61 to 0.83` */
export function formatInterval(interval: readonly [number, number] | null): string {
  return interval === null ? '-' : `${formatFigure(interval[0])} to ${formatFigure(interval[1])}`;
}

/** What an evaluator said of a row. */
export function formatScore(score: number | boolean | null): string {
  if (score === null) return '-';
  return typeof score === 'boolean' ? (score ? 'pass' : 'fail') : formatFigure(score);
}
