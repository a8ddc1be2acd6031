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
async function* twoPages(events: string[]): AsyncGenerator<number[]> {
  for (const page of [0, 1]) {
    events.push(`page ${page}`);
    yield Array.from({ length: 80 }, (_, item) => page * 80 + item);
  }
}

test('the next page is asked for when an eighth of this one is left', async () => {
  const events: string[] = [];
  await runPool(twoPages(events), 1, async (item) => void events.push(`work ${item}`));
  expect(events.filter((event) => event.startsWith('page'))).toEqual(['page 0', 'page 1']);
  expect(events.indexOf('page 1')).toBe(events.indexOf('work 70') - 1);
  expect(events.at(-1)).toBe('work 159');
});

test('a page that does not come fails the pool when what was there is done', async () => {
  const worked: number[] = [];
  const pages = async function* (): AsyncGenerator<number[]> {
    yield Array.from({ length: 80 }, (_, item) => item);
    throw new Error('no more');
  };
  await expect(runPool(pages(), 3, async (item) => void worked.push(item))).rejects.toThrow('no more');
  expect(worked).toHaveLength(80);
});

test('a page that nobody needs any more may fail unheard', async () => {
  const pages = async function* (): AsyncGenerator<number[]> {
    yield Array.from({ length: 80 }, (_, item) => item);
    throw new Error('no more');
  };
  const work = async (item: number) => {
    if (item > 70) throw new Error(`item ${item}`);
  };
  await expect(runPool(pages(), 1, work)).rejects.toThrow('item 71');
});
