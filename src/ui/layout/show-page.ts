import { type Display, type Page, pageIn, type Shown, toText } from './page.ts';

/**
 * Formats a page for the output. Ink and React are loaded only to draw rows on a terminal: loading them takes longer than
 * the rest of a list command.
 */
export async function showPage(whole: Page, display: Display): Promise<Shown> {
  const page = pageIn(whole, display.form === 'terminal' ? 'drawn' : 'written');
  const emptyLine = emptyLineOf(page);
  if (display.form === 'terminal') {
    if (emptyLine !== null) return { text: emptyLine, remark: null };
    if (page.every((block) => block.type === 'text')) return { text: textOf(page), remark: null };
    const { drawPage } = await import('./draw-page.tsx');
    return { text: drawPage(page, display), remark: null };
  }
  if (display.form === 'markdown') {
    const { markdownPage } = await import('./markdown-page.ts');
    return { text: markdownPage(page), remark: null };
  }
  const { plainPage } = await import('./plain-page.ts');
  return { text: plainPage(page, display.form, display.color), remark: emptyLine };
}

/** Returns the line for a page of one empty table: people read the line, programs get only the header. */
function emptyLineOf(page: Page): string | null {
  const [only, ...others] = page;
  return only?.type === 'table' && only.rows.length === 0 && others.length === 0 ? only.empty : null;
}

function textOf(page: Page): string {
  return page.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** The body of a raw response. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Formats a raw response: indented JSON, plain text, or the number of bytes. */
export function showAnswer(answer: Answer): Shown {
  switch (answer.kind) {
    case 'json':
      return { text: JSON.stringify(answer.value, null, 2), remark: null, isForeign: true };
    case 'text':
      return { text: answer.text.replace(/\n$/, ''), remark: null, isForeign: true };
    case 'bytes':
      return { text: '', remark: `The answer is ${answer.bytes.byteLength} bytes of binary data.` };
  }
}

/** Shows the result of a command in one line, with a next command. */
export function showLine(line: string, next?: string): (display: Display) => Promise<Shown> {
  const text = next === undefined ? line : `${line} Next: ${next}`;
  return (display) => showPage([toText(text)], display);
}
