import { type Display, type View, viewIn, type Shown, toText } from './view.ts';

/**
 * Formats a view for the output. Ink and React are loaded only to draw rows on a terminal: loading them takes longer than
 * the rest of a list command.
 */
export async function showView(whole: View, display: Display): Promise<Shown> {
  const view = viewIn(whole, display.form === 'terminal' ? 'drawn' : 'written');
  const emptyLine = emptyLineOf(view);
  if (display.form === 'terminal') {
    if (emptyLine !== null) return { text: emptyLine, remark: null };
    if (view.every((block) => block.type === 'text')) return { text: textOf(view), remark: null };
    const { drawView } = await import('./draw-view.tsx');
    return { text: drawView(view, display), remark: null };
  }
  if (display.form === 'markdown') {
    const { markdownView } = await import('./markdown-view.ts');
    return { text: markdownView(view), remark: null };
  }
  const { plainView } = await import('./plain-view.ts');
  return { text: plainView(view, display.form, display.color), remark: emptyLine };
}

/** Returns the line for a view of one empty table: people read the line, programs get only the header. */
function emptyLineOf(view: View): string | null {
  const [only, ...others] = view;
  return only?.type === 'table' && only.rows.length === 0 && others.length === 0 ? only.empty : null;
}

function textOf(view: View): string {
  return view.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

export type Answer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Formats a raw response: its text, or the number of bytes. */
export function showAnswer(answer: Answer): Shown {
  switch (answer.kind) {
    case 'text':
      return { text: answer.text.replace(/\n$/, ''), remark: null, isForeign: true };
    case 'bytes':
      return { text: '', remark: `The answer is ${answer.bytes.byteLength} bytes of binary data.` };
  }
}

export function lineView(line: string, next?: string): View {
  return [toText(next === undefined ? line : `${line} Next: ${next}`)];
}
