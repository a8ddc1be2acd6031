import { lineView, showView } from '../../../ui/layout/show-view.ts';
import type { Display, Shown, View } from '../../../ui/layout/view.ts';
import { type Io, writeData, writeText } from '../process/io.ts';
import { hasColor, isDrawable, measureScreen, openScreen } from '../process/screen.ts';
import { writeDocument, type DocumentForm } from './write-document.ts';

/** A result with a warning, which programs find in the record. */
export type WarnedResult = Result & { readonly warning?: string | null };

/** The result of a command: the wire record for programs; for people a view, or a line with the next command. */
export type Result = {
  readonly json: unknown;
  /** What `--quiet` prints, if the document contains the records below its first level. */
  readonly ids?: readonly string[];
  /** The command line, whose app, service and folder the next command repeats. */
  readonly typed?: readonly string[];
} & (
  | {
      /** Called unless a form for programs is requested. */
      readonly view: (display: Display) => View | Shown | Promise<View | Shown>;
    }
  | { readonly line: string; readonly next?: string | undefined }
);

/** Form requested by the flags; `null`: depends on where standard output goes. */
export type AskedForm = DocumentForm | 'tsv' | 'markdown' | null;

/** Writes a result to standard output in the requested form, or in the form for its destination. */
export async function showResult(result: Result, io: Io, asked: AskedForm): Promise<void> {
  if (asked !== null && typeof asked !== 'string') {
    const { json, ids } = result;
    const document = asked.kind === 'quiet' && ids !== undefined ? ids.map((id) => ({ id })) : json;
    return writeData(io.stdout, await writeDocument(document, asked, 2));
  }
  const display = displayOf(io, asked);
  const whole = 'line' in result ? lineView(result.line, result.next) : await result.view(display);
  const shown = await inPlaceOf(result.typed ?? [], whole);
  const { text, remark, isForeign = false } = 'text' in shown ? shown : await showView(shown, display);
  if (text !== '') await (isForeign ? writeData : writeText)(io.stdout, `${text}\n`);
  if (remark !== null) await writeText(io.stderr, `${remark}\n`);
}

/** Repeats where the typed line works in the commands that its result proposes. */
async function inPlaceOf(typed: readonly string[], shown: View | Shown): Promise<View | Shown> {
  if (typed.length < 2) return shown;
  const { placeSteps } = await import('./same-place.ts');
  if ('text' in shown) return { ...shown, remark: shown.remark === null ? null : placeSteps(shown.remark, typed) };
  return shown.map((block) => {
    if (block.type === 'text') return { ...block, text: placeSteps(block.text, typed) };
    return block.type === 'table' ? { ...block, empty: placeSteps(block.empty, typed) } : block;
  });
}

function displayOf({ stdout, env }: Io, asked: 'tsv' | 'markdown' | null): Display {
  if (asked !== null || !isDrawable(stdout, env)) {
    const form = asked ?? 'plain';
    return { form, ...measureScreen(stdout, env), color: hasColor(stdout, env), now: new Date() };
  }
  const display = openScreen(stdout, env);
  if (!display.color) {
    env['NO_COLOR'] = '1';
    delete env['FORCE_COLOR'];
  }
  return display;
}
