/** Replaces the public service's "None" for a missing id by `null`. */
export function nullIfNone(value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === 'None' ? null : value;
}
