/** Iteration over the items, and a path into each. */
const ITEMS = String.raw`\.\[\]\??`;
const PATH = String.raw`(?:\.[A-Za-z_]\w*\??|\.?\[(?:-?\d+|"[^"\\]*")?\]\??|\."[^"\\]*"\??)*`;
const BEGINNING = new RegExp(String.raw`^\s*${ITEMS}${PATH}\s*(?:$|\|(?!=))`);

/** What reads other input, or stops all of jq. */
const BEYOND_ITEMS = /\b(?:halt|halt_error|input|inputs|input_line_number|debug|stderr)\b/;

/**
 * Returns whether a jq filter treats each item of a list for itself, as `.[]`, `.[].name` and `.[] | select(…)` do. Its
 * output for the list is then its outputs for the parts of the list.
 */
export function isItemwise(filter: string): boolean {
  return BEGINNING.test(filter) && !BEYOND_ITEMS.test(filter);
}

/** Returns whether a jq filter only counts the items. */
export function countsOnly(filter: string): boolean {
  return filter.trim() === 'length';
}
