/** Adds to a mean's text how many rows it is over, unless it is over all: `0.795 (39 of 40)`. */
export function describeMean(mean: string, scored: number, rows: number): string {
  return scored < rows ? `${mean} (${scored.toLocaleString('en')} of ${rows.toLocaleString('en')})` : mean;
}
