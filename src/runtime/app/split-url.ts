/**
 * Splits off the path, without its trailing slash, and the query. Without `URL`, which costs more than the rest of the
 * dispatch.
 */
export function splitUrl(url: string): { path: string; query: string } {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return { path: '/', query: '' };
  const mark = url.indexOf('?', start);
  const end = mark === -1 ? url.length : mark;
  return {
    path: url.slice(start, end).replace(/(?!^)\/+$/, ''),
    query: mark === -1 ? '' : url.slice(mark),
  };
}

/** Whether the caller asked for the tree. */
export function isInline(query: string): boolean {
  if (query === '') return false;
  // The form that evaluations use, thousands of times.
  if (query === '?inline=true') return true;
  const inline = new URLSearchParams(query).get('inline');
  return inline === 'true' || inline === '1';
}
