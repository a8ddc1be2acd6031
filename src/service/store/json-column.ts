/** Reads a column that holds JSON. The type is what this program wrote there. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a stored type is named
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
