/** Selects the first `limit` items of a stream in a sort order; of equal items, the earlier one. */
export function createFirst<T>(limit: number, compare: (a: T, b: T) => number): { add(item: T): void; read(): T[] } {
  let first: T[] = [];
  const trim = (): void => {
    first = first.toSorted(compare).slice(0, limit);
  };
  return {
    add(item) {
      first.push(item);
      // Sorts once per `limit` items rather than for each.
      if (first.length >= 2 * limit + 64) trim();
    },
    read() {
      trim();
      return first;
    },
  };
}

export function createLargest<T>(limit: number): { add(item: T, size: number): void; read(): T[] } {
  const first = createFirst<{ readonly item: T; readonly size: number }>(limit, (a, b) => b.size - a.size);
  return {
    add: (item, size) => first.add({ item, size }),
    read: () => first.read().map(({ item }) => item),
  };
}
