/** Keeps the first so many of a stream in an order, however long it is; the first come first among equals. */
export function createFirst<T>(limit: number, compare: (a: T, b: T) => number): { add(item: T): void; read(): T[] } {
  let kept: T[] = [];
  const trim = (): void => {
    kept = kept.toSorted(compare).slice(0, limit);
  };
  return {
    add(item) {
      kept.push(item);
      // Sorted now and then only: once per as many as are kept.
      if (kept.length >= 2 * limit + 64) trim();
    },
    read() {
      trim();
      return kept;
    },
  };
}

/** Keeps the so many greatest of a stream. */
export function createLargest<T>(limit: number): { add(item: T, size: number): void; read(): T[] } {
  const first = createFirst<{ readonly item: T; readonly size: number }>(limit, (a, b) => b.size - a.size);
  return {
    add: (item, size) => first.add({ item, size }),
    read: () => first.read().map(({ item }) => item),
  };
}
