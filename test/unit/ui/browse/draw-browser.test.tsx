import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drawBrowser } from '../../../../src/ui/browse/draw-browser.tsx';
import type { Listing } from '../../../../src/ui/browse/listing.ts';
import { allRows } from '../../../../src/ui/browse/row-sources.ts';
import { toText } from '../../../../src/ui/layout/page.ts';
import { toTable } from '../../../../src/ui/layout/table-model.ts';

const FRUITS = ['apple', 'banana', 'cherry'].map((name, index) => ({ id: `id-${index}`, name }));

const LISTING: Listing<(typeof FRUITS)[number]> = {
  title: 'Fruits',
  source: allRows(FRUITS),
  columns: () => [{ header: 'name', value: ({ name }) => name }],
  idOf: ({ id }) => id,
  details: ({ name }) => {
    const rows = Array.from({ length: 60 }, (_, index) => `${name} ${index}`);
    return [toTable({ columns: [{ header: 'part', value: (row: string) => row }], rows, empty: '' })];
  },
  compare: () => [toText('no difference')],
  address: ({ id }) => `http://wf.test/#/${id}`,
  empty: 'No fruit.',
};

/** A terminal of so many lines on which keys are pressed, and what the program did to it. */
function openTerminal(rows: number) {
  const calls: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void calls.push(`raw ${isRaw}`),
    ref: () => undefined,
    unref: () => undefined,
  });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns: 60, rows });
  const written: string[] = [];
  stdout.on('data', (chunk: Buffer) => written.push(String(chunk)));
  return { calls, stdin, stdout, written: () => written.join('') };
}

async function browse(keys: readonly (readonly [key: string, shown: string])[], { rows = 24, opens = true } = {}) {
  const terminal = openTerminal(rows);
  const opened: string[] = [];
  const open = (url: string) => {
    opened.push(url);
    return opens;
  };
  const streams = terminal as never; // what Ink uses of a terminal
  const browsing = drawBrowser(LISTING, { color: false, open }, streams);
  for (const [key, shown] of keys) {
    await expect.poll(terminal.written).toContain(shown);
    terminal.stdin.write(key);
  }
  return { end: await browsing, opened, ...terminal };
}

test('a list fills the screen until q, and the terminal is left as it was', async () => {
  const { end, calls, stdin, stdout, written } = await browse([['q', 'cherry']]);
  expect(end).toBe('quit');
  expect([calls[0], calls.at(-1)]).toEqual(['raw true', 'raw false']);
  expect([stdin.isPaused(), stdout.listenerCount('resize')]).toEqual([true, 0]);
  expect(written()).toContain('\u001b[?1049h');
  expect(written()).toContain('\u001b[?1049l');
});

test('Ctrl-C interrupts the list', async () => {
  expect((await browse([['\u0003', 'cherry']])).end).toBe('interrupted');
});

test('c copies an id by the clipboard of the terminal, and o opens its page', async () => {
  const { opened, written } = await browse([
    ['c', 'cherry'],
    ['o', 'Copied id-0'],
    ['q', 'Opening http://wf.test/#/id-0'],
  ]);
  expect(written()).toContain(`\u001b]52;c;${Buffer.from('id-0').toString('base64')}\u0007`);
  expect(opened).toEqual(['http://wf.test/#/id-0']);
});

test('details show every row of their tables, and scroll by the height of the window', async () => {
  const { written } = await browse([
    ['\r', 'cherry'],
    ['G', 'apple 0'],
    ['q', 'apple 59'],
    ['q', 'Fruits'],
  ]);
  expect(written()).not.toContain('more');
});
