import { expect, test } from 'vitest';
import { createBrowser, type Browser } from '../../../../src/ui/browse/browser.ts';
import type { Listing } from '../../../../src/ui/browse/listing.ts';
import { allRows, walkRows } from '../../../../src/ui/browse/row-sources.ts';
import { toText } from '../../../../src/ui/layout/page.ts';
import { press } from '../../../helpers/press.ts';

interface Fruit {
  readonly id: string;
  readonly name: string;
}

const FRUITS = ['apple', 'apricot', 'banana', 'cherry'].map((name, index) => ({ id: `id-${index}`, name }));

interface Opened {
  readonly browser: Browser<Fruit>;
  readonly copied: string[];
  readonly pressed: (...keys: readonly (Parameters<typeof press> | string)[]) => Browser<Fruit>;
}

function open(change: Partial<Listing<Fruit>> = {}, opens = true, lastLine?: () => string): Opened {
  const copied: string[] = [];
  const listing: Listing<Fruit> = {
    title: 'Fruits',
    source: allRows(FRUITS),
    columns: () => [{ header: 'name', value: ({ name }) => name }],
    idOf: ({ id }) => id,
    details: ({ name }) => [toText(name)],
    compare: (first, second) => [toText(`${first.name} and ${second.name}`)],
    address: ({ id }) => `http://wf.test/#/${id}`,
    empty: 'No fruit.',
    ...change,
  };
  const browser = createBrowser(listing, {
    height: () => 2,
    draw: (page) => [
      ...page.flatMap((block) => (block.type === 'text' ? block.text.split('\n') : [])),
      ...(lastLine === undefined ? [] : [lastLine()]),
    ],
    copy: (text) => void copied.push(text),
    open: () => opens,
  });
  const pressed = (...keys: readonly (Parameters<typeof press> | string)[]) => {
    for (const key of keys) browser.press(typeof key === 'string' ? press(key) : press(...key));
    return browser;
  };
  return { browser, copied, pressed };
}

/** Waits until the state matches. */
async function until(browser: Browser<Fruit>, holds: (state: ReturnType<Browser<Fruit>['state']>) => boolean) {
  await new Promise<void>((resolve) => {
    const look = () => holds(browser.state()) && resolve();
    browser.subscribe(look);
    look();
  });
  return browser.state();
}

test.each([
  ['j and the arrow down', ['j', [{ downArrow: true }]], 2],
  ['k', ['G', 'k'], 2],
  ['G and End', ['G'], 3],
  ['g', ['G', 'g'], 0],
  ['a page down', [[{ pageDown: true }]], 2],
] as const)('%s move', (_, keys, cursor) => {
  expect(
    open()
      .pressed(...keys.map((key) => (typeof key === 'string' ? key : ([...key] as [(typeof key)[0]]))))
      .state().cursor,
  ).toBe(cursor);
});

test('typing after / filters, Enter keeps the filter, Escape clears it and then quits', () => {
  const { pressed } = open();
  expect(pressed('/', 'ap', 'r').state()).toMatchObject({ mode: 'filter', typed: 'apr', shown: [FRUITS[1]] });
  expect(pressed([{ backspace: true }]).state().shown).toEqual(FRUITS.slice(0, 2));
  expect(pressed([{ return: true }]).state()).toMatchObject({ mode: 'list', typed: 'ap' });
  expect(pressed([{ escape: true }]).state()).toMatchObject({ typed: '', shown: FRUITS, end: null });
  expect(pressed([{ escape: true }]).state().end).toBe('quit');
});

test('keys that arrive together are handled one after another', () => {
  expect(open().pressed('jj/ch\rk').state()).toMatchObject({
    mode: 'list',
    typed: 'ch',
    shown: [FRUITS[3]],
    cursor: 0,
  });
});

test('shortcuts do nothing while a filter is typed', () => {
  expect(open().pressed('/', 'q', 'j', 'c').state()).toMatchObject({ mode: 'filter', typed: 'qjc', end: null });
});

test('Enter opens the details, and q returns to the same row', async () => {
  const { browser, pressed } = open();
  pressed('j', [{ return: true }]);
  expect((await until(browser, ({ mode }) => mode === 'page')).page).toEqual(['apricot']);
  expect(pressed('q').state()).toMatchObject({ mode: 'list', cursor: 1, end: null });
});

test('space marks two rows, a third replaces the first, and d compares them', async () => {
  const { browser, pressed } = open();
  expect(pressed(' ', 'd').state().message).toBe('Mark two with space first, then press d.');
  pressed(' ', ' ', 'd');
  expect((await until(browser, ({ mode }) => mode === 'page')).page).toEqual(['apricot and banana']);
  expect(pressed('q', 'g', 'j', ' ').state().marked).toEqual([FRUITS[2]]);
});

test('c copies the full id', () => {
  const { copied, pressed } = open();
  expect(pressed('j', 'c').state().message).toBe('Copied id-1');
  expect(copied).toEqual(['id-1']);
});

test.each([
  [true, 'Opening http://wf.test/#/id-0'],
  [false, 'http://wf.test/#/id-0'],
])('o opens the URL, or shows it if there is no browser: %s', async (opens, message) => {
  const { browser, pressed } = open({}, opens);
  pressed('o');
  expect((await until(browser, (state) => state.message !== '')).message).toBe(message);
});

test('an error is shown in the status line, and the list stays', async () => {
  const { browser, pressed } = open({ details: () => Promise.reject(new Error('The service is gone.')) });
  pressed([{ return: true }]);
  expect(await until(browser, ({ message }) => message === 'The service is gone.')).toMatchObject({ mode: 'list' });
});

test('Ctrl-C quits in every mode', () => {
  expect(
    open()
      .pressed('/', [{ ctrl: true }, 'c'])
      .state().end,
  ).toBe('interrupted');
});

test('rows are fetched only as far as the user scrolls', async () => {
  let walked = 0;
  async function* walk() {
    for (; walked < 5000; walked += 1) yield { id: `${walked}`, name: `fruit ${walked}` };
  }
  const { browser, pressed } = open({ source: walkRows(walk()) });
  await until(browser, ({ shown }) => shown.length > 0);
  expect([walked < 2500, browser.state().isComplete]).toEqual([true, false]);
  pressed('G');
  expect(await until(browser, ({ isComplete, cursor }) => isComplete && cursor > 0)).toMatchObject({ cursor: 4999 });
});

test('the end of a counted list is shown immediately, its rows once they arrive', async () => {
  const fruit = (index: number) => ({ id: `${index}`, name: `fruit ${index}` });
  async function* walk() {
    for (let index = 0; index < 100_000; index += 1) yield fruit(index);
  }
  async function* back() {
    for (let index = 99_999; index >= 0; index -= 1) yield fruit(index);
  }
  const { browser, pressed } = open({ source: walkRows(walk(), { count: async () => 100_000, walk: back }) });
  await until(browser, ({ isCounted }) => isCounted);
  expect(pressed([{ end: true }]).state()).toMatchObject({ cursor: 99_999, message: '' });
  // There is no row yet to mark, copy or open.
  expect(pressed(' ', 'c', 'o', [{ return: true }]).state()).toMatchObject({ marked: [], mode: 'list', message: '' });
  expect((await until(browser, ({ shown }) => shown[99_999] !== undefined)).shown[99_999]).toEqual(fruit(99_999));
  expect(browser.state().shown[50_000]).toBeUndefined();
  expect(pressed([{ pageUp: true }]).state().cursor).toBe(99_997);
  expect(pressed([{ home: true }], 'j').state()).toMatchObject({ cursor: 1, isComplete: false });
});

test('a list without a count can be browsed', async () => {
  async function* walk() {
    for (let index = 0; index < 3000; index += 1) yield { id: `${index}`, name: `fruit ${index}` };
  }
  const reversed = { count: () => Promise.reject(new Error('nobody knows')), walk };
  const { browser, pressed } = open({ source: walkRows(walk(), reversed) });
  await until(browser, ({ shown }) => shown.length > 0);
  pressed('G');
  expect(await until(browser, ({ isComplete }) => isComplete)).toMatchObject({ message: '' });
});

test('a filter also searches rows that are not loaded yet', async () => {
  async function* walk() {
    for (let index = 0; index < 3000; index += 1) yield { id: `${index}`, name: `fruit ${index}` };
  }
  const { browser, pressed } = open({ source: walkRows(walk()) });
  pressed('/', '2999');
  expect((await until(browser, ({ shown }) => shown.length > 0)).shown).toEqual([{ id: '2999', name: 'fruit 2999' }]);
});

test('keys do nothing in an empty list', () => {
  const { pressed, copied } = open({ source: allRows([]) });
  expect(pressed('j', ' ', 'c', 'o', [{ return: true }]).state()).toMatchObject({
    mode: 'list',
    cursor: 0,
    marked: [],
  });
  expect(copied).toEqual([]);
});

test('a resized window draws the open page again, from its top', async () => {
  let drawn = 0;
  const listing = { details: () => [toText('one', 'two', 'three', 'four')] };
  const { browser, pressed } = open(listing, true, () => `drawing ${(drawn += 1)}`);
  browser.resize();
  expect([browser.state().mode, drawn]).toEqual(['list', 0]);
  pressed([{ return: true }]);
  await until(browser, ({ mode }) => mode === 'page');
  pressed('j');
  expect(browser.state()).toMatchObject({ page: ['one', 'two', 'three', 'four', 'drawing 1'], scroll: 1 });
  browser.resize();
  expect(browser.state()).toMatchObject({ page: ['one', 'two', 'three', 'four', 'drawing 2'], scroll: 0 });
});

test.each([
  ['j, to the last screen', 'j', {}, 1],
  ['G', 'G', {}, 1],
  ['a page down', '', { pageDown: true }, 1],
])('a page is scrolled by %s', async (_, input, key, scroll) => {
  const { browser, pressed } = open({ details: () => [toText('one', 'two', 'three')] });
  pressed([{ return: true }]);
  await until(browser, ({ mode }) => mode === 'page');
  expect(pressed([key, input], [key, input], [key, input]).state()).toMatchObject({ mode: 'page', scroll });
});

test.each([
  ['q', {}],
  ['', { escape: true }],
  ['', { return: true }],
])('%j with %j closes a page, and nothing else does', async (input, key) => {
  const { browser, pressed } = open();
  pressed([{ return: true }]);
  await until(browser, ({ mode }) => mode === 'page');
  expect(pressed('x', 'd', '/').state()).toMatchObject({ mode: 'page', page: ['apple'] });
  expect(pressed([key, input]).state()).toMatchObject({ mode: 'list', page: [], scroll: 0, end: null });
});

test('while a filter is typed, arrows move, and Escape shows the whole list', () => {
  const { pressed } = open();
  expect(pressed('/', 'ap', [{ downArrow: true }]).state()).toMatchObject({ mode: 'filter', typed: 'ap', cursor: 1 });
  expect(pressed([{ escape: true }]).state()).toMatchObject({
    mode: 'list',
    typed: '',
    cursor: 0,
    shown: FRUITS,
    end: null,
  });
});

test('a filter of several words starts from all rows', () => {
  expect(open().pressed('/', 'ap', ' ', 'le').state()).toMatchObject({ typed: 'ap le', shown: [FRUITS[0]] });
});

test('after the list has ended, keys do nothing', () => {
  const { pressed, copied } = open();
  const ended = pressed('q').state();
  expect(pressed('c', '/', [{ ctrl: true }, 'c']).state()).toBe(ended);
  expect(copied).toEqual([]);
});

test('marking moves to the next row, and a mark is taken back', () => {
  const { pressed } = open();
  expect(pressed('G', ' ').state()).toMatchObject({ marked: [FRUITS[3]], cursor: 3 });
  expect(pressed(' ').state()).toMatchObject({ marked: [], cursor: 3 });
});

test('a key with Ctrl is not split into characters', () => {
  expect(
    open()
      .pressed('/', [{ ctrl: true }, 'ab'])
      .state(),
  ).toMatchObject({ mode: 'filter', typed: '' });
});
