import { renderToString } from 'ink';
import { afterEach, expect, test, vi } from 'vitest';
import { Browse } from '../../../../src/ui/browse/browse.tsx';
import type { Browser, BrowseState } from '../../../../src/ui/browse/browser.ts';
import { allRows } from '../../../../src/ui/browse/row-sources.ts';
import type { Listing } from '../../../../src/ui/browse/listing.ts';
import { createTheme } from '../../../../src/ui/layout/theme.ts';
import { NOW } from '../fixtures.ts';

afterEach(() => void vi.unstubAllEnvs());

const FRUITS = ['apple', 'banana', 'cherry'].map((name, index) => ({ id: `id-${index}`, name }));
type Fruit = (typeof FRUITS)[number];

const LISTING: Listing<Fruit> = {
  title: 'Fruits',
  source: allRows(FRUITS),
  columns: () => [{ header: 'name', value: ({ name }) => name }],
  idOf: ({ id }) => id,
  details: () => [],
  compare: () => [],
  address: ({ id }) => id,
  empty: 'No fruit.',
};
const STATE: BrowseState<Fruit> = {
  mode: 'list',
  typed: '',
  cursor: 0,
  marked: [],
  shown: FRUITS,
  isComplete: true,
  isCounted: true,
  page: [],
  scroll: 0,
  message: '',
  end: null,
};

test('the list marks the cursor and the rows to compare', () => {
  expect(draw({ cursor: 1, marked: FRUITS.slice(0, 1), message: 'Copied id-1.' })).toEqual([
    'Fruits · 2 of 3',
    '    name',
    '  * apple',
    '>   banana',
    '    cherry',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    'Copied id-1.',
    '↑↓ move · / filter · enter details · space mark · d compare · c copy id · o ope…',
  ]);
});

test('a row that is not loaded yet is an ellipsis', () => {
  expect(draw({ cursor: 1, shown: [FRUITS[0], undefined, undefined] }).slice(1, 5)).toEqual([
    '    name',
    '    apple',
    '>   …',
    '    …',
  ]);
});

test.each<[Partial<BrowseState<Fruit>>, string]>([
  [{}, 'Fruits · 1 of 3'],
  [{ cursor: 2 }, 'Fruits · 3 of 3'],
  [{ shown: [] }, 'Fruits · 0 of 0'],
  [{ isComplete: false }, 'Fruits · 1 of 3'],
  [{ isComplete: false, isCounted: false }, 'Fruits · 1 of 3+'],
  [{ isComplete: false, typed: 'a' }, 'Fruits · 1 of 3+ · filter: a'],
  [{ typed: 'a' }, 'Fruits · 1 of 3 · filter: a'],
  [{ typed: 'a', mode: 'filter' }, 'Fruits · 1 of 3 · filter: a_'],
  [{ mode: 'filter' }, 'Fruits · 1 of 3 · filter: _'],
])('the title of %j is %s', (state, title) => {
  expect(draw(state)[0]).toBe(title);
});

test.each<[Partial<BrowseState<Fruit>>, string]>([
  [{}, 'No fruit.'],
  [{ typed: 'x' }, 'Nothing matches x. Esc shows all.'],
  [{ isComplete: false }, 'Loading…'],
])('without rows, %j shows %s', (state, line) => {
  expect(draw({ ...state, shown: [] })[1]).toBe(line);
});

test.each<[Partial<BrowseState<Fruit>>, string]>([
  [{}, '↑↓ move · / filter · enter details · space mark · d compare · c copy id · o open · q quit'],
  [{ mode: 'filter' }, 'type to filter · enter keep · esc show all'],
  [{ mode: 'page', page: ['a', 'b'], scroll: 1 }, '↑↓ scroll (line 2 of 2) · q back'],
])('the keys of %j are listed', (state, keys) => {
  expect(draw(state).at(-1)).toBe(keys.length > 80 ? `${keys.slice(0, 79)}…` : keys);
});

test('a page is scrolled', () => {
  expect(draw({ mode: 'page', page: ['one', '', 'three'], scroll: 1 }).slice(1, 4)).toEqual(['', 'three', '']);
});

test.each([
  [24, 19],
  [7, 2],
])('of %i rows of a terminal, %i show lines', async (rows, lines) => {
  vi.stubEnv('LINES', String(rows));
  const many = Array.from({ length: 40 }, (_, index) => ({ id: `id-${index}`, name: `fruit ${index}` }));
  const shown = draw({ shown: many, cursor: 39 }).filter((line) => line.includes('fruit'));
  expect(shown).toHaveLength(lines);
  expect(shown.at(-1)).toBe('>   fruit 39');
});

function draw(state: Partial<BrowseState<Fruit>>): string[] {
  const shown = { ...STATE, ...state };
  const browser: Browser<Fruit> = { state: () => shown, subscribe: () => () => {}, press: () => {}, resize: () => {} };
  const screen = <Browse listing={LISTING} browser={browser} theme={createTheme(false)} now={NOW} onEnd={() => {}} />;
  return renderToString(screen, { columns: 80 })
    .split('\n')
    .map((line) => line.trimEnd());
}
