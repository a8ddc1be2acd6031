import type { Display, Shown } from './display.ts';
import { pageIn, type Page } from './page.ts';

/**
 * Shows a page where it is going. Ink and React are loaded only to draw rows on a terminal: they cost more than the
 * whole rest of a list command.
 */
export async function showPage(whole: Page, display: Display): Promise<Shown> {
  const page = pageIn(whole, display.form === 'terminal' ? 'drawn' : 'written');
  const emptyLine = emptyLineOf(page);
  if (display.form === 'terminal') {
    if (emptyLine !== null) return { text: emptyLine, remark: null };
    if (page.every((block) => block.type === 'text')) return { text: wordsOf(page), remark: null };
    const { drawPage } = await import('./draw-page.tsx');
    return { text: drawPage(page, display), remark: null };
  }
  if (display.form === 'markdown') {
    const { markdownPage } = await import('./markdown-page.ts');
    return { text: markdownPage(page), remark: null };
  }
  const { plainPage } = await import('./plain-page.ts');
  return { text: plainPage(page, display.form), remark: emptyLine };
}

/** A page that is one table without rows: a person reads its one line, a program gets the header alone. */
function emptyLineOf(page: Page): string | null {
  const [only, ...others] = page;
  return only?.type === 'table' && only.rows.length === 0 && others.length === 0 ? only.empty : null;
}

function wordsOf(page: Page): string {
  return page.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
