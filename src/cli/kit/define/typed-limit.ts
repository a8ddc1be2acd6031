/** What users typed about the length of a list. */
export interface TypedLimit {
  readonly limit?: number | undefined;
  readonly all?: boolean | undefined;
}

/** Records beyond the first screen. */
const A_BIT_MORE = 20;

/**
 * Returns the limit of a list: as typed; at a terminal a screen and a bit more; otherwise none.
 *
 * @param rows - height of the terminal; `null`: it is not drawn
 */
export function limitOf({ limit, all }: TypedLimit, rows: number | null): number | undefined {
  if (limit !== undefined || all === true || rows === null) return limit;
  return rows + A_BIT_MORE;
}
