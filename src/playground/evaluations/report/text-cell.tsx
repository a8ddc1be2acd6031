/** A value that may be long or not text. */
export function TextCell({ value }: { readonly value: unknown }) {
  const text = typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
  return <div className="report-cell">{text}</div>;
}

/** A single cell needs no name. */
export function onlyValue(cells: Readonly<Record<string, unknown>>): unknown {
  const values = Object.values(cells);
  return values.length === 1 ? values[0] : values.length === 0 ? null : cells;
}
