import { expect, test } from 'vitest';
import { drawView } from '../../../../src/ui/layout/draw-view.tsx';
import { drawn, toRecord, toText, written, type View } from '../../../../src/ui/layout/view.ts';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { variantsView } from '../../../../src/ui/variants/variant-views.ts';
import { displayOf, drawnLines, variantOf } from '../fixtures.ts';

const VARIANTS: View = variantsView([
  variantOf(),
  variantOf({
    variant_name: '日本語 bärchen',
    variant_id: '01932c5e-1112-7000-8000-000000000001',
    revision: 12,
    uri: 'http://localhost:8700/services/support/main',
  }),
]);

test.each([
  [
    'a narrow terminal shows name, revision and id',
    40,
    [
      'name            revision  id',
      'main.default           1  01932c5e-1111',
      '日本語 bärchen        12  01932c5e-1112',
      '… not shown here: set, config, updated,',
      'uri (widen the window, or add --json)',
    ],
  ],
  [
    'an ordinary one everything except the address',
    80,
    [
      'name            revision  config   id             updated',
      'main.default           1  default  01932c5e-1111  3 minutes ago',
      '日本語 bärchen        12  default  01932c5e-1112  3 minutes ago',
      '… not shown here: set, uri (widen the window, or add --json)',
    ],
  ],
  [
    'a wide one everything',
    200,
    [
      'name            revision  set    config   id             updated        uri',
      'main.default           1  words  default  01932c5e-1111  3 minutes ago  -',
      '日本語 bärchen        12  words  default  01932c5e-1112  3 minutes ago  http://localhost:8700/services/support/main',
    ],
  ],
])('of a list of variants, %s', (_, columns, lines) => {
  expect(drawnLines(VARIANTS, columns)).toEqual(lines);
});

const ID = '01932c5e-1111-7000-8000-000000000001';
const N: Column<number> = { header: 'n', kind: 'integer', value: (n) => n };
const rowsOf = (length: number) => toTable({ columns: [N], rows: Array.from({ length }, (_, index) => index) });

test('a record is above its table, each value after its label', () => {
  const record = toRecord([
    { label: 'id', kind: 'id', value: ID },
    { label: 'status', kind: 'status', value: 'EVALUATION_FAILED' },
    { label: 'cost', kind: 'cost', value: null },
  ]);
  expect(drawnLines([record, toTable({ columns: [N], rows: [], empty: 'No scores yet.' })])).toEqual([
    `id      ${ID}`,
    'status  ✗ failed',
    'cost    -',
    '',
    'No scores yet.',
  ]);
});

test('an id that does not fit next to its label is on its own line', () => {
  expect(drawnLines([toRecord([{ label: 'variant id', kind: 'id', value: ID }])], 40)).toEqual(['variant id', ID]);
});

test.each([
  ['ten thousand rows in a window of 12 lines', [10_000], 12, 9, '… 9993 more rows: pipe to less, or add --json'],
  ['fifteen rows in a window of 19 lines', [15], 19, 16, '14'],
  ['sixteen rows in a window of 19 lines', [16], 19, 16, '… 2 more rows: pipe to less, or add --json'],
  ['two tables, of which one is short', [6, 30], 24, 18, '… 22 more rows: pipe to less, or add --json'],
])('at most a screenful is drawn of %s, and the other rows are counted', (_, counts, rows, length, last) => {
  const lines = drawView(counts.map(rowsOf), displayOf({ rows })).split('\n');
  expect([lines.length, lines.at(-1)?.trim()]).toEqual([length, last]);
});

test('a long header over short numbers is wrapped in a narrow window', () => {
  const columns: Column<number>[] = [
    { header: 'variant', value: () => 'tuned' },
    { header: 'levenshtein_distance', kind: 'score', value: () => 4.6806 },
    { header: 'cases better', kind: 'integer', value: () => 12 },
  ];
  expect(drawnLines([toTable({ columns, rows: [0] })], 40)).toEqual([
    '         levenshtein_   cases',
    'variant      distance  better',
    'tuned          4.6806      12',
  ]);
});

test('two columns with the same header are both drawn', () => {
  const columns: Column<number>[] = [1, 2].map((add) => ({ header: 'score', value: (score) => score + add }));
  expect(drawnLines([toTable({ columns, rows: [0] })])).toEqual(['score  score', '1      2']);
});

test('blocks, fields and columns for the other medium are not drawn', () => {
  const columns: Column<number>[] = [
    { header: 'mean', kind: 'figure', value: () => 0.5 },
    { header: 'from', kind: 'figure', value: () => 0.25, only: 'written' },
    { header: 'interval', value: () => '0.25 – 0.75', only: 'drawn' },
  ];
  const page = [
    ...written(toText('for a program')),
    ...drawn(toText('for a person')),
    toRecord([
      { label: 'a', value: 1, only: 'written' },
      { label: 'b', value: 2 },
    ]),
    toTable({ columns, rows: [0] }),
  ];
  expect(drawnLines(page)).toEqual(['for a person', '', 'b  2', '', 'mean  interval', ' 0.5  0.25 – 0.75']);
});

test('without colour there are no escapes', () => {
  expect(drawView(VARIANTS, displayOf({ color: false }))).not.toContain('\u001b');
});

test('prose keeps its lines and is wrapped where there is room, and is cut otherwise', () => {
  const columns: Column<readonly [string, string]>[] = [
    { header: 'parameter', value: ([name]) => name },
    { header: 'value', kind: 'prose', value: ([, value]) => value },
  ];
  const prompt = 'Answer briefly:\r\n\r\n- in words\u001b[2J of one syllable, please\n';
  const page = [
    toTable({
      columns,
      rows: [
        ['prompt', prompt],
        ['tone', 'plain'],
      ],
    }),
  ];
  expect(drawnLines(page, 30)).toEqual([
    'parameter  value',
    'prompt     Answer briefly:',
    '',
    '           - in words[2J of',
    '           one syllable,',
    '           please',
    'tone       plain',
  ]);
  expect(drawnLines(page, 20)[1]).toBe('prompt     Answer b…');
});

test('a name in a text cannot control the terminal', () => {
  expect(drawnLines([toText('Created \u001b[2Japp\nx')])).toEqual(['Created [2Japp x']);
});

test('a word diff shows changes in a long text with some context', () => {
  const [before, after] = [`${'a'.repeat(100)}${'b'.repeat(100)}`, `${'c'.repeat(100)}${'d'.repeat(100)}`];
  const changes = [
    { kind: 'same', text: before },
    { kind: 'added', text: 'new' },
    { kind: 'same', text: after },
    { kind: 'removed', text: 'old\u001b[31m' },
    { kind: 'same', text: 'x'.repeat(81) },
  ] as const;
  expect(drawnLines([{ type: 'word-diff', title: 'prompt', changes }], 500)).toEqual([
    'prompt',
    `…${'b'.repeat(80)}{+new+}${'c'.repeat(80)}…${'d'.repeat(80)}[-old[31m-]${'x'.repeat(81)}`,
  ]);
});
