/** Why a list may be empty. */
export interface Narrowed {
  /** Whether it leaves out records for any other reason than a limit. */
  readonly isNarrowed?: boolean;
  /** Whether it lists archived records only. */
  readonly isArchived?: boolean;
}

/**
 * Describes an empty list.
 *
 * @param what - one of its records: `variant`
 * @param none - what an empty list without conditions says
 */
export function describeEmpty(
  what: string,
  none: string,
  { isNarrowed = false, isArchived = false }: Narrowed,
): string {
  if (isArchived) return `No archived ${what} found.`;
  return isNarrowed ? `No ${what} matches.` : none;
}
