/** Position where a text stops being JSON. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the first character that cannot belong to any JSON text.
 *
 * V8 reports a position for some errors only, so this searches for the longest prefix that could still become JSON.
 */
export function locateJsonError(text: string): JsonPosition {
  let [viable, broken] = [0, text.length + 1];
  while (broken - viable > 1) {
    const middle = Math.floor((viable + broken) / 2);
    if (couldBecomeJson(text.slice(0, middle))) viable = middle;
    else broken = middle;
  }
  const lines = text.slice(0, viable).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** A truncated JSON text fails at its end, not at one of its characters. */
function couldBecomeJson(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const message = String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    return /end of JSON input|Unterminated string/.test(message) || Number(position) >= beginning.length;
  }
}
