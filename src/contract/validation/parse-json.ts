/**
 * Parses JSON; `undefined`, which JSON cannot represent, for a text that is not JSON.
 *
 * @param parse - `parseExactNumbers` where numbers of a user must keep their digits
 */
export function parseJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    // The caller decides what such a text means.
    return undefined;
  }
}
