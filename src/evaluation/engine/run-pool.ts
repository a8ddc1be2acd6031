/**
 * Works on a source with so many workers at a time. When one fails, the others finish what they have in hand, take
 * nothing more, and the first failure is thrown.
 */
export async function runPool<T>(
  source: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    try {
      for (let next = await iterator.next(); !next.done && failures.length === 0; next = await iterator.next()) {
        await work(next.value);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await iterator.return?.();
  if (failures.length > 0) throw failures[0];
}
