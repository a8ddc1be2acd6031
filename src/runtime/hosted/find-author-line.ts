const FRAME = /^\s+at (?:.*?\()?(project:\/\/\/[^\s)]+?|(?:file:\/\/)?\/[^\s)]+?|[A-Za-z]:[^\s)]+?):(\d+):\d+\)?$/;
/** Packages, and what wf generated. */
const NOT_AUTHORS = /[\\/](?:node_modules|\.wf)[\\/]|\/workflow\.mjs$/;

/**
 * Finds the innermost frame of a stack in the author's sources.
 *
 * @param home - folder that paths are shown relative to
 * @returns as in `src/flow.ts:12`; `null`: no frame is the author's
 */
export function findAuthorLine(stack: string, home: string): string | null {
  const ours = new URL('..', import.meta.url).href;
  for (const frame of stack.split('\n')) {
    const [, file, row] = FRAME.exec(frame) ?? [];
    if (file === undefined || NOT_AUTHORS.test(file) || file.startsWith(ours)) continue;
    const path = file.replace(/^project:\/\/\//, '').replace(/^file:\/\//, '');
    return `${path.startsWith(`${home}/`) ? path.slice(home.length + 1) : path}:${row}`;
  }
  return null;
}
