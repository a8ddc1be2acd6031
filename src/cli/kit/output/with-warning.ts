/** Adds the warning to a record, for programs; a record without one stays as it is. */
export function withWarning<Record extends object>(
  record: Record,
  warning: string | null,
): Record | (Record & { readonly warning: string }) {
  return warning === null ? record : { ...record, warning };
}
