import xterm from '@xterm/headless';

/**
 * Returns what a person sees at the end, after all writing, erasing and redrawing: the lines of the screen and those
 * that scrolled out of it. A line that the terminal wrapped is one line here.
 */
export async function screenOf(written: string, columns: number): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: SCREEN_ROWS, scrollback: 10_000, allowProposedApi: true });
  await new Promise<void>((done) => {
    terminal.write(written, done);
  });
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let row = 0; row < active.length; row += 1) {
    const line = active.getLine(row);
    const text = line?.translateToString(active.getLine(row + 1)?.isWrapped !== true) ?? '';
    if (line?.isWrapped === true) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  terminal.dispose();
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

export const SCREEN_ROWS = 24;
