/** Rates of one line of a table, by the number in the column's head. */
export type RateLine = readonly [name: string, rate: (count: number) => number | Promise<number>];

/** Prints a table of rates as Markdown, and its title before the work begins. */
export async function table(
  title: string,
  counts: readonly number[],
  lines: readonly RateLine[],
  unit = 'rows',
): Promise<string> {
  writeTitle(title);
  const printed: string[] = [];
  for (const [name, rate] of lines) {
    const cells: string[] = [];
    for (const count of counts) cells.push(percent(await rate(count)));
    printed.push(`| ${[name, ...cells].join(' | ')} |`);
  }
  return [
    `${title}:`,
    '',
    `| | ${counts.map((count) => `${count} ${unit}`).join(' | ')} |`,
    `|---|${counts.map(() => '--:|').join('')}`,
    ...printed,
  ].join('\n');
}

/** Shows on standard error which table is being computed. */
export function writeTitle(title: string): void {
  process.stderr.write(`${new Date().toISOString()} ${title} …\n`);
}

export function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
