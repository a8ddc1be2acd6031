import { expect, test } from 'vitest';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { variantsPage } from '../../../../src/ui/variants/variant-pages.ts';
import { drawn, toRecord, toText, written, type Page } from '../../../../src/ui/layout/page.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { toTable } from '../../../../src/ui/layout/table-model.ts';
import { displayOf, variantOf } from '../fixtures.ts';

const PAGE: Page = variantsPage([
  variantOf(),
  variantOf({
    variant_name: '日本語 bärchen',
    variant_id: '01932c5e-1112-7000-8000-000000000001',
    revision: 12,
    uri: 'http://localhost:8700/services/support/main',
  }),
]);

test('a narrow terminal shows name, revision and id, and lists hidden columns', () => {
  expect(drawPage(PAGE, displayOf({ columns: 40 }))).toBe(
    [
      'name            revision  id',
      'main.default           1  01932c5e-1111',
      '日本語 bärchen        12  01932c5e-1112',
      '… not shown here: base, config, updated,',
      'uri (widen the window, or add --json)',
    ].join('\n'),
  );
});

test('an ordinary terminal shows everything except the address', () => {
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

test('a record is above its table, each value after its label', () => {
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

test('at most a screenful is drawn, and the other rows are counted', () => {
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

test('one hidden row is shown instead of a remark about it', () => {
  const columns = [{ header: 'n', kind: 'integer' as const, value: (n: number) => n }];
  const short = toTable({ columns, rows: [1, 2, 3, 4, 5, 6], empty: '' });
  const long = toTable({ columns, rows: Array.from({ length: 30 }, (_, index) => index), empty: '' });
  const lines = drawPage([short, long], displayOf({ rows: 24 })).split('\n');
  expect(lines).toHaveLength(18);
  expect(lines.at(-1)).toBe('… 22 more rows: pipe to less, or add --json');
});

test('a long header over short numbers is wrapped in a narrow window', () => {
  const page: Page = [
    toTable({
      columns: [
        { header: 'variant', value: () => 'tuned' },
        { header: 'levenshtein_distance', kind: 'score', value: () => 4.6806 },
        { header: 'rows better', kind: 'integer', value: () => 12 },
      ],
      rows: [0],
      empty: '',
    }),
  ];
  expect(drawPage(page, displayOf({ columns: 40 }))).toBe(
    ['         levenshtein_    rows', 'variant      distance  better', 'tuned          4.6806      12'].join('\n'),
  );
});

test('an id that does not fit next to its label is on its own line', () => {
  const id = '01932c5e-1111-7000-8000-000000000001';
  expect(drawPage([toRecord([{ label: 'variant id', kind: 'id', value: id }])], displayOf({ columns: 40 }))).toBe(
    `variant id\n${id}`,
  );
});

test('blocks for the other medium are not drawn', () => {
  const page: Page = [
    ...written(toText('for a program')),
    ...drawn(toText('for a person')),
    toTable({
      columns: [
        { header: 'mean', kind: 'figure', value: () => 0.5 },
        { header: 'from', kind: 'figure', value: () => 0.25, only: 'written' },
        { header: 'interval', value: () => '0.25 – 0.75', only: 'drawn' },
      ],
      rows: [0],
      empty: '',
    }),
  ];
  expect(drawPage(page, displayOf())).toBe('for a person\n\nmean  interval\n 0.5  0.25 – 0.75');
});

test('without colour there are no escapes', () => {
  expect(drawPage(PAGE, displayOf({ color: false }))).not.toContain('\u001b');
});

test('a cell that cannot fit ends in an ellipsis', () => {
  const page: Page = [
    toTable({ columns: [{ header: 'name', value: (name: string) => name }], rows: ['a'.repeat(50)], empty: '' }),
  ];
  expect(drawPage(page, displayOf({ columns: 20 }))).toBe(`name\n${'a'.repeat(19)}…`);
});

interface Parameter {
  readonly name: string;
  readonly value: string;
}

test('prose keeps its lines if there is room, and is one line in a pipe or a narrow column', async () => {
  const columns = [
    { header: 'parameter', value: ({ name }: Parameter) => name },
    { header: 'value', kind: 'prose' as const, value: ({ value }: Parameter) => value },
  ];
  const rows = [
    { name: 'prompt', value: 'Answer briefly:\r\n\n- in words\u001b[2J of one syllable, please\n' },
    { name: 'tone', value: 'plain' },
  ];
  const page = [toTable({ columns, rows, empty: '' })];
  expect(drawPage(page, displayOf({ columns: 30 })).split('\n')).toEqual([
    'parameter  value',
    'prompt     Answer briefly:',
    '',
    '           - in words[2J of',
    '           one syllable,',
    '           please',
    'tone       plain',
  ]);
  const [, narrow] = drawPage(page, displayOf({ columns: 20 })).split('\n');
  expect(narrow).toBe('prompt     Answer b…');
  const { text } = await showPage(page, displayOf({ form: 'plain' }));
  expect(text).toContain('prompt     Answer briefly: - in words[2J of one syllable, please\n');
});

test('prose is wrapped if there is room, and truncated otherwise', () => {
  const columns = [
    { header: 'code', value: ({ code }: { code: string }) => code },
    { header: 'meaning', kind: 'prose' as const, value: ({ meaning }: { meaning: string }) => meaning },
  ];
  const page: Page = [
    toTable({
      columns,
      rows: [
        { code: 'WF_BUG', meaning: 'wf itself went wrong.' },
        { code: 'X', meaning: 'y' },
      ],
      empty: '',
    }),
  ];
  expect(drawPage(page, displayOf({ columns: 24 }))).toBe(
    ['code    meaning', 'WF_BUG  wf itself went', '        wrong.', 'X       y'].join('\n'),
  );
  expect(drawPage(page, displayOf({ columns: 18 }))).toBe(
    ['code    meaning', 'WF_BUG  wf itself…', 'X       y'].join('\n'),
  );
});
