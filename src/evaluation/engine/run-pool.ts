/**
 * Works on the items of a source with so many workers at a time. When one fails, the others finish what they have in
 * hand, take nothing more, and the first failure is thrown.
 *
 * @param source - items in pages: to wait for each of a million by itself costs more than most do
 * @param early - told of the items that come soon, each once and in order, until a worker fails. With it, the next page is
 * asked for while the last of this one are worked on.
 */
export async function runPool<T>(
  source: AsyncIterable<readonly T[]>,
  concurrency: number,
  work: (item: T) => Promise<void>,
  early?: (item: T) => void,
): Promise<void> {
  const pages = source[Symbol.asyncIterator]();
  const failures: unknown[] = [];
  const tell = early && ((item: T): void => (failures.length === 0 ? early(item) : undefined));
  const take = createTaker(pages, tell);
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
  let coming: Promise<Iterator<T> | null> | null = null;
  const readPage = async (): Promise<Iterator<T> | null> => {
    const page = await pages.next();
    if (page.done === true) return null;
    return early === undefined ? page.value.values() : lookAhead(page.value, { early, askForMore });
  };
  const askForMore = (): Promise<Iterator<T> | null> => {
    coming ??= readPage();
    // Whoever needs the page is told why it does not come; when the pool has failed already, nobody needs it.
    coming.catch(() => undefined);
    return coming;
  };
  const takeLater = async (): Promise<IteratorResult<T>> => {
    while (true) {
      const item = items.next();
      if (item.done !== true) return item;
      const asked = askForMore();
      const page = await asked;
      if (page === null) return { done: true, value: undefined };
      if (coming !== asked) continue;
      [items, coming] = [page, null];
    }
  };
  return (): IteratorResult<T> | Promise<IteratorResult<T>> => {
    const item = items.next();
    return item.done === true ? takeLater() : item;
  };
}

/** How many items ahead. */
const EARLY = 128;
/** What is left of a page when more is asked for: no worker waits for what comes, and little is asked for too soon. */
const SPARE = 48;
/** Smaller pages are those of slow work: there, nobody waits for a page, and others may have what nobody works on. */
const LARGE = 256;

interface LookAhead<T> {
  readonly early: (item: T) => void;
  readonly askForMore: () => unknown;
}

function lookAhead<T>(page: readonly T[], { early, askForMore }: LookAhead<T>): Iterator<T> {
  const ahead = page.values();
  const tellNext = (): void => {
    const next = ahead.next();
    if (next.done !== true) early(next.value);
  };
  for (let told = 0; told < EARLY; told += 1) tellNext();
  const items = page.values();
  const spare = page.length < LARGE ? 0 : SPARE;
  let left = page.length;
  return {
    next() {
      tellNext();
      if (left === spare) askForMore();
      left -= 1;
      return items.next();
    },
  };
}
