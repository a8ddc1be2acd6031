/** Reads a column that contains JSON. The type is the one that this program wrote there. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a stored type is named
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
