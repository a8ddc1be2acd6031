/** A value that may be long or not text. */
export function TextCell({ value }: { readonly value: unknown }) {
  return <div className="report-cell">{toText(value)}</div>;
}

/** Cells of a row, one per line; a single cell needs no name. */
export function CellsCell({ cells }: { readonly cells: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(cells);
  const lines = entries.map(([name, value]) => (entries.length === 1 ? toText(value) : `${name}: ${toText(value)}`));
  return <TextCell value={lines.join('\n')} />;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}
