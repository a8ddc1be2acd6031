import type { Display, Shown } from '../../../ui/layout/view.ts';
import { writeText, type Io } from '../process/io.ts';
import { hasColor, isDrawable, measureScreen } from '../process/screen.ts';
import { writeData } from './write-data.ts';
import { writeDocument, type DocumentForm } from './write-document.ts';

/** The result of a command: the wire record for programs, a view for people. */
export interface Result {
  readonly json: unknown;
  /** What `--quiet` prints, if the document contains the records below its first level. */
  readonly ids?: readonly string[];
  /** Called unless a form for programs is requested; a view of `src/ui`. */
  readonly view: (display: Display) => Shown | Promise<Shown>;
}

/** Form requested by the flags; `null`: depends on where standard output goes. */
export type AskedForm = DocumentForm | 'tsv' | 'markdown' | null;

/** Writes a result to standard output in the requested form, or in the form for its destination. */
export async function showResult({ json, ids, view }: Result, io: Io, asked: AskedForm): Promise<void> {
  if (asked !== null && typeof asked !== 'string') {
    const document = asked.kind === 'quiet' && ids !== undefined ? ids.map((id) => ({ id })) : json;
    return writeData(io.stdout, await writeDocument(document, asked, 2));
  }
  const display = displayOf(io, asked);
  if (display.form === 'terminal') publishScreen(io.env, display);
  const { text, remark, isForeign = false } = await view(display);
  if (text !== '') await (isForeign ? writeData : writeText)(io.stdout, `${text}\n`);
  if (remark !== null) await writeText(io.stderr, `${remark}\n`);
}

function displayOf({ stdout, env }: Io, asked: 'tsv' | 'markdown' | null): Display {
  const form = asked ?? (isDrawable(stdout, env) ? 'terminal' : 'plain');
  return { form, ...measureScreen(stdout, env), color: hasColor(stdout, env), now: new Date() };
}

/** Sets two variables before Ink loads: otherwise it runs `tput` eighty times per table to find the window's size. */
function publishScreen(env: Io['env'], { columns, rows, color }: Display): void {
  env['COLUMNS'] = String(columns);
  env['LINES'] = String(rows);
  if (color) return;
  env['NO_COLOR'] = '1';
  delete env['FORCE_COLOR'];
}
