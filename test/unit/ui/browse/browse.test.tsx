import { renderToString } from 'ink';
import { afterEach, expect, test, vi } from 'vitest';
import { Browse } from '../../../../src/ui/browse/draw-browser.tsx';
import type { Browser, BrowseState } from '../../../../src/ui/browse/browser.ts';
import { allRows, type Listing } from '../../../../src/ui/browse/row-sources.ts';
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
  view: [],
  scroll: 0,
  message: '',
  end: null,
};

/** Draws a state on a terminal of 80 columns. */
function draw(state: Partial<BrowseState<Fruit>>): string[] {
  const shown = { ...STATE, ...state };
  const browser: Browser<Fruit> = { state: () => shown, subscribe: () => () => {}, press: () => {}, resize: () => {} };
  const screen = <Browse listing={LISTING} browser={browser} theme={createTheme(false)} now={NOW} onEnd={() => {}} />;
  return renderToString(screen, { columns: 80 })
    .split('\n')
    .map((line) => line.trimEnd());
}

test('the list marks the cursor and the rows to compare, and lists the keys', () => {
  const lines = draw({ cursor: 1, marked: FRUITS.slice(0, 1), message: 'Copied id-1.' });
  expect(lines.filter((line) => line !== '')).toEqual([
    'Fruits · 2 of 3',
    '    name',
    '  * apple',
    '>   banana',
    '    cherry',
    'Copied id-1.',
    '↑↓ move · / filter · enter details · space mark · d compare · c copy id · o ope…',
  ]);
  expect(lines).toHaveLength(23);
});

test('a row that is not loaded yet is an ellipsis', () => {
  expect(draw({ cursor: 1, shown: [FRUITS[0], undefined] }).slice(2, 4)).toEqual(['    apple', '>   …']);
});

test.each<[string, Partial<BrowseState<Fruit>>]>([
  ['Fruits · 3 of 3', { cursor: 2 }],
  ['Fruits · 0 of 0', { shown: [] }],
  ['Fruits · 1 of 3', { isComplete: false }],
  ['Fruits · 1 of 3+', { isComplete: false, isCounted: false }],
  ['Fruits · 1 of 3+ · filter: a', { isComplete: false, typed: 'a' }],
  ['Fruits · 1 of 3 · filter: a_', { typed: 'a', mode: 'filter' }],
])('the title is "%s" for %j', (title, state) => {
  expect(draw(state)[0]).toBe(title);
});

test.each<[string, Partial<BrowseState<Fruit>>]>([
  ['No fruit.', {}],
  ['Nothing matches x. Esc shows all.', { typed: 'x' }],
  ['Loading…', { isComplete: false }],
])('without rows there is "%s" for %j', (line, state) => {
  expect(draw({ ...state, shown: [] })[1]).toBe(line);
});

test.each<[string, Partial<BrowseState<Fruit>>]>([
  ['type to filter · enter keep · esc show all', { mode: 'filter' }],
  ['↑↓ scroll (line 2 of 2) · q back', { mode: 'view', view: ['a', 'b'], scroll: 1 }],
])('the keys are "%s" for %j', (keys, state) => {
  expect(draw(state).at(-1)).toBe(keys);
});

test.each([
  [24, 19],
  [7, 2],
])('of %i rows of a terminal, %i show lines, the cursor among them', (rows, lines) => {
  vi.stubEnv('LINES', String(rows));
  const many = Array.from({ length: 40 }, (_, index) => ({ id: `id-${index}`, name: `fruit ${index}` }));
  const shown = draw({ shown: many, cursor: 39 }).filter((line) => line.includes('fruit'));
  expect([shown.length, shown.at(-1)]).toEqual([lines, '>   fruit 39']);
});
