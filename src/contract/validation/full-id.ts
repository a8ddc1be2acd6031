/** Returns whether a text is a full id, which needs no lookup. */
export function isFullId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
