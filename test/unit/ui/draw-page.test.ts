import { expect, test } from 'vitest';
import { drawPage } from '../../../src/ui/draw-page.tsx';
import { variantsPage } from '../../../src/ui/pages/variant-pages.ts';
import { toRecord, type Page } from '../../../src/ui/page.ts';
import { toTable } from '../../../src/ui/table-model.ts';
import { displayOf, variantOf } from './fixtures.ts';

const PAGE: Page = variantsPage([
  variantOf(),
  variantOf({
    variant_name: '日本語 bärchen',
    variant_id: '01932c5e-1112-7000-8000-000000000001',
    revision: 12,
    uri: 'http://localhost:8700/services/support/main',
  }),
]);

test('a narrow terminal keeps name, revision and id, and says what it left out', () => {
  expect(drawPage(PAGE, displayOf({ columns: 40 }))).toBe(
    [
      'name            revision  id',
      'main.default           1  01932c5e-1111',
      '日本語 bärchen        12  01932c5e-1112',
      '… not shown here: base, config, updated,',
      ' uri (widen the window, or add --json)',
    ].join('\n'),
  );
});

test('an ordinary terminal shows all but the address', () => {
  expect(drawPage(PAGE, displayOf({ columns: 80 }))).toBe(
    [
      'name            revision  base  config   id             updated',
      'main.default           1  main  default  01932c5e-1111  3 minutes ago',
      '日本語 bärchen        12  main  default  01932c5e-1112  3 minutes ago',
      '… not shown here: uri (widen the window, or add --json)',
    ].join('\n'),
  );
});

test('a wide terminal shows everything', () => {
  expect(drawPage(PAGE, displayOf({ columns: 200 }))).toBe(
    [
      'name            revision  base  config   id             updated        uri',
      'main.default           1  main  default  01932c5e-1111  3 minutes ago  -',
      '日本語 bärchen        12  main  default  01932c5e-1112  3 minutes ago  http://localhost:8700/services/support/main',
    ].join('\n'),
  );
});

test('a record stands above its table, each value behind its label', () => {
  const page: Page = [
    toRecord([
      { label: 'id', kind: 'id', value: '01932c5e-1111-7000-8000-000000000001' },
      { label: 'status', kind: 'status', value: 'EVALUATION_FAILED' },
      { label: 'cost', kind: 'cost', value: null },
    ]),
    toTable({
      columns: [{ header: 'score', kind: 'score', value: (score: number) => score }],
      rows: [],
      empty: 'No scores yet.',
    }),
  ];
  expect(drawPage(page, displayOf())).toBe(
    ['id      01932c5e-1111-7000-8000-000000000001', 'status  ✗ failed', 'cost    -', '', 'No scores yet.'].join('\n'),
  );
});

test('at most a screenful is drawn, and the rest is counted', () => {
  const page: Page = [
    toTable({
      columns: [{ header: 'n', kind: 'integer', value: (n: number) => n }],
      rows: Array.from({ length: 10_000 }, (_, index) => index),
      empty: '',
    }),
  ];
  const lines = drawPage(page, displayOf({ rows: 12 })).split('\n');
  expect(lines).toHaveLength(9);
  expect(lines.at(-1)).toBe('… 9993 more rows: pipe to less, or add --json');
});

test('without colour not one escape is written', () => {
  expect(drawPage(PAGE, displayOf({ color: false }))).not.toContain('\u001b');
});

test('a cell that cannot fit ends in an ellipsis', () => {
  const page: Page = [
    toTable({ columns: [{ header: 'name', value: (name: string) => name }], rows: ['a'.repeat(50)], empty: '' }),
  ];
  expect(drawPage(page, displayOf({ columns: 20 }))).toBe(`name\n${'a'.repeat(19)}…`);
});
