/** Parses JSON; `undefined`, which JSON cannot represent, for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller decides what such a text means.
    return undefined;
  }
}
