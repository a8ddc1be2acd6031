import type { Display, Shown } from './display.ts';
import { toText } from './page.ts';
import { showPage } from './show-page.ts';

/** Shows what a command did: one line saying what, to what, and the command that may follow. */
export function showLine(line: string, next?: string): (display: Display) => Promise<Shown> {
  const text = next === undefined ? line : `${line} Next: ${next}`;
  return (display) => showPage([toText(text)], display);
}
