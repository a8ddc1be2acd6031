/** Lists lines that were removed, as `- line`, and added, as `+ line`. Equal lines count as often as they occur. */
export function changesOf(before: readonly string[], after: readonly string[]): string[] {
  const removed = [...before];
  const added = after.filter((line) => {
    const index = removed.indexOf(line);
    if (index !== -1) removed.splice(index, 1);
    return index === -1;
  });
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)];
}
