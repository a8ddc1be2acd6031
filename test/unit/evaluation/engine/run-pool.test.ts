import { expect, test } from 'vitest';
import { runPool } from '../../../../src/evaluation/engine/run-pool.ts';

/** @yields pages of different lengths, some of them empty */
async function* numbers(count: number, onClose = () => undefined as void): AsyncGenerator<number[]> {
  try {
    const all = Array.from({ length: count }, (_, number) => number);
    for (let from = 0, length = 0; from < count; from += length, length = (length + 1) % 7) {
      yield all.slice(from, from + length);
    }
  } finally {
    onClose();
  }
}

test('every item is worked on once, never more than so many at a time', async () => {
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  await runPool(numbers(50), 7, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    seen.push(item);
  });
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(most).toBe(7);
});

test('a failure stops the pool, closes its source and is thrown', async () => {
  let isClosed = false;
  let worked = 0;
  const work = runPool(
    numbers(1000, () => void (isClosed = true)),
    3,
    async (item) => {
      worked += 1;
      if (item === 5) throw new Error('item 5');
    },
  );
  await expect(work).rejects.toThrow('item 5');
  expect(isClosed).toBe(true);
  expect(worked).toBeLessThan(20);
});

test('the items of a page are told early, each once and in order, before they are worked on', async () => {
  const events: string[] = [];
  const pages = async function* (): AsyncGenerator<number[]> {
    yield Array.from({ length: 300 }, (_, item) => item);
  };
  const work = async (item: number) => void events.push(`work ${item}`);
  await runPool(pages(), 2, work, (item) => events.push(`early ${item}`));
  const early = events.filter((event) => event.startsWith('early'));
  expect(early).toEqual(Array.from({ length: 300 }, (_, index) => `early ${index}`));
  expect(events.indexOf('work 100')).toBeGreaterThan(events.indexOf('early 100'));
  expect(events.slice(0, 131).filter((event) => event.startsWith('work'))).toEqual(['work 0']);
});

/** @yields two pages, telling when each is asked for */
async function* twoPages(events: string[], size: number): AsyncGenerator<number[]> {
  for (const page of [0, 1]) {
    events.push(`page ${page}`);
    yield Array.from({ length: size }, (_, item) => page * size + item);
  }
}

const unheard = () => undefined;

test.each([
  ['when 48 of a large one are left', 300, unheard, 'work 252'],
  ['at the end of a small one, which is of slow work', 200, unheard, 'work 200'],
  ['at its end where nobody is told', 300, undefined, 'work 300'],
])('the next page is asked for %s', async (_, size, early, before) => {
  const events: string[] = [];
  await runPool(twoPages(events, size), 1, async (item) => void events.push(`work ${item}`), early);
  expect(events.filter((event) => event.startsWith('page'))).toEqual(['page 0', 'page 1']);
  expect(events.indexOf('page 1')).toBe(events.indexOf(before) - 1);
  expect(events.at(-1)).toBe(`work ${size * 2 - 1}`);
});

/** @yields one page, and then fails */
async function* onePage(): AsyncGenerator<number[]> {
  yield Array.from({ length: 300 }, (_, item) => item);
  throw new Error('no more');
}

test('a page that does not come fails the pool when what was there is done', async () => {
  const worked: number[] = [];
  await expect(runPool(onePage(), 3, async (item) => void worked.push(item), unheard)).rejects.toThrow('no more');
  expect(worked).toHaveLength(300);
});

test('a page that nobody needs any more may fail unheard', async () => {
  const work = async (item: number) => {
    if (item > 270) throw new Error(`item ${item}`);
  };
  await expect(runPool(onePage(), 1, work, unheard)).rejects.toThrow('item 271');
});

test('nothing of a page that comes after a failure is told', async () => {
  const told: number[] = [];
  const failed = Promise.withResolvers<void>();
  const pages = async function* (): AsyncGenerator<number[]> {
    yield Array.from({ length: 300 }, (_, item) => item);
    await failed.promise;
    yield [300, 301];
  };
  const work = async (item: number) => {
    if (item < 270) return;
    failed.resolve();
    throw new Error(`item ${item}`);
  };
  await expect(runPool(pages(), 1, work, (item) => told.push(item))).rejects.toThrow('item 270');
  expect(told).toHaveLength(300);
});
