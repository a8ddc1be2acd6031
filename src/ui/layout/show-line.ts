import type { Display, Shown } from './display.ts';
import { toText } from './page.ts';
import { showPage } from './show-page.ts';

/** Shows the result of a command in one line, with a next command. */
export function showLine(line: string, next?: string): (display: Display) => Promise<Shown> {
  const text = next === undefined ? line : `${line} Next: ${next}`;
  return (display) => showPage([toText(text)], display);
}
