import xterm, { type IBufferCell } from '@xterm/headless';

const CELL = { width: 8.4, height: 18 } as const;
const MARGIN = 16;
const BACKGROUND = '#16181d';
const FOREGROUND = '#d7dae0';
/** The sixteen colours of a terminal. */
const PALETTE =
  '#16181d #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d7dae0 #7f848e #ff7b86 #b5e890 #ffd58c #7cc4ff #de8ff5 #6fd3e0 #ffffff'.split(
    ' ',
  );

/** Draws a program's terminal output as an SVG, below the command line. */
export async function terminalSvg(typed: string, written: string, columns: number): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 200, allowProposedApi: true, convertEol: true });
  const prompt = `\u001b[32m$\u001b[0m ${typed}\r\n`;
  await new Promise<void>((done) => {
    terminal.write(prompt + written, done);
  });
  const rows = drawnRows(terminal, columns);
  terminal.dispose();
  const width = Math.round(columns * CELL.width + 2 * MARGIN);
  const height = Math.round(rows.length * CELL.height + 2 * MARGIN);
  const lines = rows.flatMap((runs, row) => runs.map((run) => toText(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" xml:space="preserve">
${lines.join('\n')}
</g>
</svg>
`;
}

/** Adjacent cells of one colour. */
interface Run {
  readonly column: number;
  readonly length: number;
  readonly text: string;
  readonly colour: string;
  readonly isBold: boolean;
}

function drawnRows(terminal: xterm.Terminal, columns: number): Run[][] {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) => runsOf(active.getLine(row), columns));
  return rows.slice(0, rows.findLastIndex((runs) => runs.some(({ text }) => text.trim() !== '')) + 1);
}

function runsOf(line: ReturnType<xterm.IBuffer['getLine']>, columns: number): Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = { colour: colourOf(cell), isBold: cell.isBold() !== 0 };
    const last = runs.at(-1);
    const text = cell.getChars() || ' ';
    if (last !== undefined && last.colour === look.colour && last.isBold === look.isBold) {
      runs[runs.length - 1] = { ...last, text: last.text + text, length: last.length + cell.getWidth() };
    } else runs.push({ column, text, length: cell.getWidth(), ...look });
  }
  return runs.filter(({ text }) => text.trim() !== '');
}

function colourOf(cell: IBufferCell): string {
  const colour = cell.isFgPalette() ? (PALETTE[cell.getFgColor()] ?? FOREGROUND) : FOREGROUND;
  return cell.isDim() === 0 ? colour : '#8b909b';
}

function toText({ column, text, length, colour, isBold }: Run, row: number): string {
  const x = (MARGIN + column * CELL.width).toFixed(1);
  const y = (MARGIN + row * CELL.height + 13).toFixed(0);
  const weight = isBold ? ' font-weight="bold"' : '';
  // A fixed text length keeps columns aligned in any font.
  const extent = `textLength="${(length * CELL.width).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
  return `<text x="${x}" y="${y}" fill="${colour}"${weight} ${extent}>${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');
}
