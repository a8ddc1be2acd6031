/** The public service writes the word "None" where it has no id. */
export function presentOrNull(value: string | null | undefined): string | null {
  return value === undefined || value === null || value.trim() === 'None' ? null : value;
}
