import { expect, test } from 'vitest';
import { createBrowser, type Browser } from '../../../../src/ui/browse/browser.ts';
import { allRows, type Listing, walkRows } from '../../../../src/ui/browse/row-sources.ts';
import { toText } from '../../../../src/ui/layout/view.ts';
import { press } from '../../../helpers/press.ts';

interface Fruit {
  readonly id: string;
  readonly name: string;
}

const FRUITS = ['apple', 'apricot', 'banana', 'cherry'].map((name, index) => ({ id: `id-${index}`, name }));
const ENTER = { return: true };
const ESC = { escape: true };

function open(change: Partial<Listing<Fruit>> = {}, opens = true) {
  const copied: string[] = [];
  let drawings = 0;
  const listing: Listing<Fruit> = {
    title: 'Fruits',
    source: allRows(FRUITS),
    columns: () => [{ header: 'name', value: ({ name }) => name }],
    idOf: ({ id }) => id,
    details: ({ name }) => [toText(name, 'two', 'three', 'four')],
    compare: (first, second) => [toText(`${first.name} and ${second.name}`)],
    address: ({ id }) => `http://wf.test/#/${id}`,
    empty: 'No fruit.',
    ...change,
  };
  const browser = createBrowser(listing, {
    height: () => 2,
    draw: (view) => {
      drawings += 1;
      return view.flatMap((block) => (block.type === 'text' ? block.text.split('\n') : []));
    },
    copy: (text) => void copied.push(text),
    open: () => opens,
  });
  const pressed = (...keys: readonly Parameters<typeof press>[0][]) => {
    for (const key of keys) browser.press(press(key));
    return browser.state();
  };
  return { browser, copied, pressed, drawings: () => drawings };
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

/** Opens the details of the first fruit. */
async function openPage(change: Partial<Listing<Fruit>> = {}) {
  const opened = open(change);
  opened.pressed(ENTER);
  await until(opened.browser, ({ mode }) => mode === 'view');
  return opened;
}

test.each([
  [['j', { downArrow: true }], 2],
  [['G', 'k'], 2],
  [['G'], 3],
  [['G', 'g'], 0],
  [[{ pageDown: true }], 2],
  [[{ end: true }, { home: true }, { upArrow: true }], 0],
])('the keys %j move to %i', (keys, cursor) => {
  expect(open().pressed(...keys).cursor).toBe(cursor);
});

test('typing after / filters, Enter keeps the filter, Escape clears it and then quits', () => {
  const { pressed } = open();
  expect(pressed('/', 'ap', 'r')).toMatchObject({ mode: 'filter', typed: 'apr', shown: [FRUITS[1]] });
  expect(pressed({ backspace: true }).shown).toEqual(FRUITS.slice(0, 2));
  expect(pressed({ downArrow: true })).toMatchObject({ mode: 'filter', typed: 'ap', cursor: 1 });
  expect(pressed(ENTER)).toMatchObject({ mode: 'list', typed: 'ap' });
  expect(pressed(ESC)).toMatchObject({ typed: '', shown: FRUITS, end: null });
  expect(pressed(ESC).end).toBe('quit');
  expect(open().pressed('/', 'ap', ESC)).toMatchObject({ mode: 'list', typed: '', shown: FRUITS, end: null });
});

test('a filter has several words, starts from all rows, and takes keys that are shortcuts otherwise', () => {
  expect(open().pressed('/', 'ap', ' ', 'le')).toMatchObject({ typed: 'ap le', shown: [FRUITS[0]] });
  expect(open().pressed('/', 'q', 'j', 'c')).toMatchObject({ mode: 'filter', typed: 'qjc', end: null });
});

test('keys that arrive together are handled one after another', () => {
  const state = { mode: 'list', typed: 'ch', shown: [FRUITS[3]], cursor: 0 };
  expect(open().pressed('jj/ch\rk')).toMatchObject(state);
});

test('Enter opens the details, and q returns to the same row', async () => {
  const { browser, pressed } = open();
  pressed('j', ENTER);
  expect((await until(browser, ({ mode }) => mode === 'view')).view[0]).toBe('apricot');
  expect(pressed('q')).toMatchObject({ mode: 'list', cursor: 1, view: [], end: null });
});

test('space marks two rows and moves on, a third replaces the first, and d compares them', async () => {
  const { browser, pressed } = open();
  expect(pressed(' ', 'd').message).toBe('Mark two with space first, then press d.');
  expect(pressed(' ', ' ').marked.map(({ name }) => name)).toEqual(['apricot', 'banana']);
  pressed('d');
  expect((await until(browser, ({ mode }) => mode === 'view')).view).toEqual(['apricot and banana']);
  expect(pressed('q', 'g', 'j', ' ').marked).toEqual([FRUITS[2]]);
});

test('c copies the full id', () => {
  const { copied, pressed } = open();
  expect(pressed('j', 'c').message).toBe('Copied id-1');
  expect(copied).toEqual(['id-1']);
});

test.each([
  [true, 'Opening http://wf.test/#/id-0'],
  [false, 'http://wf.test/#/id-0'],
])('o opens the page, or shows its address if there is no browser: %s', async (opens, message) => {
  const { browser, pressed } = open({}, opens);
  pressed('o');
  expect((await until(browser, (state) => state.message !== '')).message).toBe(message);
});

test('an error is shown in the status line, and the list stays', async () => {
  const { browser, pressed } = open({ details: () => Promise.reject(new Error('The service is gone.')) });
  pressed(ENTER);
  expect(await until(browser, ({ message }) => message === 'The service is gone.')).toMatchObject({ mode: 'list' });
});

test('Ctrl-C quits in every mode, after which keys do nothing', () => {
  const { browser, pressed, copied } = open();
  pressed('/');
  browser.press(press({ ctrl: true }, 'c'));
  const ended = browser.state();
  expect(ended.end).toBe('interrupted');
  expect([pressed('c', 'q'), copied]).toEqual([ended, []]);
});

test('keys do nothing in an empty list', () => {
  const { pressed, copied } = open({ source: allRows([]) });
  expect(pressed('j', ' ', 'c', 'o', ENTER)).toMatchObject({ mode: 'list', cursor: 0, marked: [] });
  expect(copied).toEqual([]);
});

test.each([
  ['j', ['j', 'j', 'j']],
  ['G', ['G']],
  ['a page down', [{ pageDown: true }, { pageDown: true }]],
])('a view is scrolled to its last screen by %s', async (_, keys) => {
  const { pressed } = await openPage();
  expect(pressed(...keys)).toMatchObject({ mode: 'view', scroll: 2 });
});

test.each(['q', ESC, ENTER])('%j closes a view, and nothing else does', async (key) => {
  const { pressed } = await openPage();
  expect(pressed('x', 'd', '/')).toMatchObject({ mode: 'view' });
  expect(pressed(key)).toMatchObject({ mode: 'list', view: [], scroll: 0, end: null });
});

test('a resized window draws the open view again, from its top', async () => {
  const { browser, pressed, drawings } = await openPage();
  pressed('j');
  browser.resize();
  expect([drawings(), browser.state().scroll]).toEqual([2, 0]);
});

const fruitOf = (index: number) => ({ id: `${index}`, name: `fruit ${index}` });

/** @yields fruits in order, and says how many were asked for */
async function* walk(length: number, asked = { count: 0 }) {
  for (; asked.count < length; asked.count += 1) yield fruitOf(asked.count);
}

test('rows are fetched only as far as the user scrolls', async () => {
  const asked = { count: 0 };
  const { browser, pressed } = open({ source: walkRows(walk(5000, asked)) });
  await until(browser, ({ shown }) => shown.length > 0);
  expect([asked.count < 2500, browser.state().isComplete]).toEqual([true, false]);
  pressed('G');
  expect(await until(browser, ({ isComplete, cursor }) => isComplete && cursor > 0)).toMatchObject({ cursor: 4999 });
});

test('the end of a counted list is shown immediately, its rows once they arrive', async () => {
  async function* back() {
    for (let index = 99_999; index >= 0; index -= 1) yield fruitOf(index);
  }
  const source = walkRows(walk(100_000), { count: async () => 100_000, walk: back });
  const { browser, pressed } = open({ source });
  await until(browser, ({ isCounted }) => isCounted);
  expect(pressed({ end: true })).toMatchObject({ cursor: 99_999, message: '' });
  // There is no row yet to mark, copy or open.
  expect(pressed(' ', 'c', 'o', ENTER)).toMatchObject({ marked: [], mode: 'list', message: '' });
  expect((await until(browser, ({ shown }) => shown[99_999] !== undefined)).shown[99_999]).toEqual(fruitOf(99_999));
  expect(browser.state().shown[50_000]).toBeUndefined();
  expect(pressed({ home: true }, 'j')).toMatchObject({ cursor: 1, isComplete: false });
});

test('a list whose count fails can be browsed, and a filter also searches what is not loaded yet', async () => {
  const reversed = { count: () => Promise.reject(new Error('nobody knows')), walk: () => walk(3000) };
  const { browser, pressed } = open({ source: walkRows(walk(3000), reversed) });
  pressed('/', '2999');
  expect((await until(browser, ({ shown }) => shown.length > 0)).shown).toEqual([fruitOf(2999)]);
  expect(await until(browser, ({ isComplete }) => isComplete)).toMatchObject({ message: '' });
});
