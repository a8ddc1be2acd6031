/** How source maps name the author's files. */
const PROJECT = 'project:///';

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

/** @source V8, "Stack trace API" */
function isFrame(line: string): boolean {
  return line.startsWith('    at ');
}
