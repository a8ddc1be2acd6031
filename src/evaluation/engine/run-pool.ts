/**
 * Works on the items of a source with so many workers at a time. When one fails, the others finish what they have in
 * hand, take nothing more, and the first failure is thrown.
 *
 * @param source - items in pages: to wait for each of a million by itself costs more than most do
 * @param early - told of the items that come soon, each once and in order
 */
export async function runPool<T>(
  source: AsyncIterable<readonly T[]>,
  concurrency: number,
  work: (item: T) => Promise<void>,
  early?: (item: T) => void,
): Promise<void> {
  const pages = source[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const take = createTaker(pages, early);
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

/** Makes the function that takes one item after the other; at the end of a page, all wait for the same next one. */
function createTaker<T>(pages: AsyncIterator<readonly T[]>, early: ((item: T) => void) | undefined) {
  let items: Iterator<T> = [].values();
  let coming: Promise<boolean> | null = null;
  const turnPage = async (): Promise<boolean> => {
    const page = await pages.next();
    coming = null;
    if (page.done === true) return false;
    items = early === undefined ? page.value.values() : tellingEarly(page.value, early);
    return true;
  };
  const takeLater = async (): Promise<IteratorResult<T>> => {
    while (true) {
      coming ??= turnPage();
      const hasMore = await coming;
      const item = items.next();
      if (item.done !== true || !hasMore) return item;
    }
  };
  return (): IteratorResult<T> | Promise<IteratorResult<T>> => {
    const item = items.next();
    return item.done === true ? takeLater() : item;
  };
}

/** How many items ahead. */
const EARLY = 64;

function* tellingEarly<T>(page: readonly T[], early: (item: T) => void): Generator<T, undefined> {
  const ahead = page.values();
  const tellNext = (): void => {
    const next = ahead.next();
    if (next.done !== true) early(next.value);
  };
  for (let told = 0; told < EARLY; told += 1) tellNext();
  for (const item of page) {
    tellNext();
    yield item;
  }
}
