/** Returns the stack of an error with those of its causes, as Node prints them. */
export function stackWithCauses(error: Error): string {
  const stacks: string[] = [];
  // A cause may be its own cause.
  const seen = new Set<unknown>();
  for (let found: unknown = error; found instanceof Error && !seen.has(found); found = found.cause) {
    seen.add(found);
    stacks.push(found.stack ?? found.message);
  }
  return stacks.join('\nCaused by: ');
}

/**
 * Splits such a stack into its own lines and the messages of its causes. A cause begins where the frames before it end,
 * whatever the text in between says.
 */
export function splitCauses(stack: readonly string[]): { own: readonly string[]; causes: readonly string[] } {
  const end = stack.findIndex((line, index) => !isFrame(line) && isFrame(stack[index - 1] ?? ''));
  if (end === -1) return { own: stack, causes: [] };
  return { own: stack.slice(0, end), causes: stack.slice(end).filter((line) => !isFrame(line)) };
}

/**
 * Keeps the author's frames of a stack, with paths in the project. Those of packages and of wf have positions in a minified
 * bundle. A stack without any frame of the author stays as it is.
 */
export function keepAuthorFrames(stack: string): string {
  const lines = stack.split('\n');
  if (!lines.some(isAuthors)) return stack;
  return lines
    .filter((line) => !isFrame(line) || isAuthors(line))
    .map((line) => (isFrame(line) ? line.replace(PROJECT, '') : line))
    .join('\n');
}

function isAuthors(line: string): boolean {
  return isFrame(line) && line.includes(PROJECT) && !/[\\/]node_modules[\\/]/.test(line);
}

/** How source maps name the author's files. */
const PROJECT = 'project:///';

/** @source V8, "Stack trace API" */
function isFrame(line: string): boolean {
  return line.startsWith('    at ');
}

/** Names the field of an error with the author's line that its message tells, as `src/flow.ts:4`. A bundle has its own copy. */
export const PLACE: unique symbol = Symbol.for('wf.place');
