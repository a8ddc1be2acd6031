/**
 * Processes the items of a source with `concurrency` workers. When one fails, the others finish their items and take no
 * more, and the first failure is thrown. Not p-map: `pMap` keeps something for each item, and `pMapIterable`, which does
 * not, takes some five times as long per item.
 *
 * @param source - items in pages: awaiting each of a million items costs more than processing most of them
 */
export async function runPool<T>(
  source: AsyncIterable<readonly T[]>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const pages = source[Symbol.asyncIterator]();
  const take = createTaker(pages);
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    try {
      for (let next = take(); failures.length === 0; next = take()) {
        const item = next instanceof Promise ? await next : next;
        if (item.done === true) return;
        await work(item.value);
      }
    } catch (error) {
      failures.push(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await pages.return?.();
  if (failures.length > 0) throw failures[0];
}

/**
 * Creates the function that takes one item after another; at the end of a page, all workers await the same next page.
 */
function createTaker<T>(pages: AsyncIterator<readonly T[]>) {
  let items: Iterator<T> = [].values();
  let coming: Promise<IteratorResult<readonly T[]>> | null = null;
  const takeLater = async (): Promise<IteratorResult<T>> => {
    while (true) {
      const item = items.next();
      if (item.done !== true) return item;
      const awaited = (coming ??= pages.next());
      const page = await awaited;
      if (page.done === true) return { done: true, value: undefined };
      if (coming === awaited) [items, coming] = [page.value.values(), null];
    }
  };
  return (): IteratorResult<T> | Promise<IteratorResult<T>> => {
    const item = items.next();
    return item.done === true ? takeLater() : item;
  };
}
