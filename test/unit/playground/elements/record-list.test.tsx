import { expect, test, vi } from 'vitest';
import { RecordList } from '../../../../src/playground/elements/record-list.tsx';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';

const COLUMNS = [{ label: 'Name' }, { label: 'Rows', rem: 6, isNumber: true }];
const recordsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}`, rows: index }));

/** Opens a list whose box is 600 pixels high. */
async function openList(options: { count: number; total?: number | null; lines?: number; isStale?: boolean }) {
  const { count, total = null, isStale = false, ...lines } = options;
  const browser = fakeBrowser();
  const ends: number[] = [];
  const onNearEnd = () => void ends.push(count);
  const shown = await mount(
    <RecordList
      label="Cases"
      columns={COLUMNS}
      records={recordsOf(count)}
      total={total}
      keyOf={({ name }) => name}
      cellsOf={({ name, rows }) => ({ Name: <b>{name}</b>, Rows: rows })}
      isStale={isStale}
      onNearEnd={onNearEnd}
      {...lines}
    />,
  );
  const box = shown.root.querySelector('.list');
  return {
    shown,
    ends,
    scroll: async (scrollTop: number) => {
      if (box !== null) box.scrollTop = scrollTop;
      await shown.fire('Cases, scrolling', 'onScroll');
    },
    indexes: () => [...shown.markup.matchAll(/aria-rowindex=(\d+)/g)].map(([, row]) => Number(row)).slice(1),
    gaps: () =>
      [...shown.markup.matchAll(/className="gap" aria-hidden style=\{"blockSize":(\d+)\}/g)].map(([, px]) =>
        Number(px),
      ),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('a short list is drawn whole, and asks for more', async () => {
  await using list = await openList({ count: 2, total: 12, isStale: true });
  expect(list.shown.markup).toMatchInlineSnapshot(`
    "<div className="card scroll list" style={"maxBlockSize":"min(70vh, 140px)"} tabIndex=0 role="group" aria-label="Cases, scrolling" aria-busy>
      <table aria-label="Cases" aria-rowcount=13 style={"minInlineSize":"14rem"}>
        <colgroup>
          <col>
          <col style={"inlineSize":"6rem"}>
        <thead>
          <tr aria-rowindex=1>
            <th scope="col"> "Name"
            <th scope="col" className="number"> "Rows"
        <tbody>
          <tr aria-rowindex=2 style={"blockSize":42}>
            <td data-label="Name">
              <b> "n0"
            <td data-label="Rows" className="number"> "0"
          <tr aria-rowindex=3 style={"blockSize":42}>
            <td data-label="Name">
              <b> "n1"
            <td data-label="Rows" className="number"> "1""
  `);
  expect(list.ends).toEqual([2]);
});

test('of a long list only the rows on the screen are drawn, and more are asked for near its end', async () => {
  await using list = await openList({ count: 100 });
  expect([list.indexes()[0], list.indexes().at(-1), list.gaps()]).toEqual([2, 26, [3150]]);
  expect(list.shown.markup).toContain('aria-rowcount=101');
  await list.scroll(1680);
  expect([list.indexes()[0], list.indexes().at(-1), list.gaps()]).toEqual([32, 66, [1260, 1470]]);
  expect(list.ends).toEqual([]);
  await list.scroll(3600);
  expect([list.indexes()[0], list.indexes().at(-1), list.gaps()]).toEqual([77, 101, [3150]]);
  expect(list.ends).toEqual([100]);
});

test('an empty list asks for nothing', async () => {
  await using list = await openList({ count: 0, total: 0 });
  expect([list.ends, list.indexes()]).toEqual([[], []]);
});

test.each([
  [false, 1, 42],
  [false, 3, 86],
  [true, 1, 74],
  [true, 3, 118],
])('on a phone (%s) rows of %i lines are %i pixels high', async (isNarrow, lines, height) => {
  const browser = fakeBrowser();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isNarrow && query === '(max-width: 40rem)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await using shown = await mount(
    <RecordList
      label="Cases"
      columns={COLUMNS}
      records={recordsOf(1)}
      total={null}
      lines={lines}
      keyOf={({ name }) => name}
      cellsOf={() => ({})}
      isStale={false}
      onNearEnd={() => undefined}
    />,
  );
  expect(shown.markup).toContain(`<tr aria-rowindex=2 style={"blockSize":${height}}>`);
  expect(shown.markup).toContain(`"maxBlockSize":"min(70vh, ${height + 56}px)"`);
  browser[Symbol.dispose]();
});
