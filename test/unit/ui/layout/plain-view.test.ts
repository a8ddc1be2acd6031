import { expect, test } from 'vitest';
import { type Block, type View, toRecord, toText } from '../../../../src/ui/layout/view.ts';
import { plainView } from '../../../../src/ui/layout/plain-view.ts';
import { type Answer, lineView, showAnswer, showView } from '../../../../src/ui/layout/show-view.ts';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { displayOf, writtenLines } from '../fixtures.ts';

interface Row {
  readonly name: string;
  readonly count: number | null;
}

const COLUMNS: readonly Column<Row>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'count', kind: 'integer', value: ({ count }) => count },
];
const EMPTY = 'No tools yet. Create one: wf tools create NAME';
const tableOf = (...rows: readonly Row[]): View => [toTable({ columns: COLUMNS, rows, empty: EMPTY })];

test('columns are aligned, numbers to the right, wide characters as two cells', () => {
  const page = tableOf(
    { name: 'a', count: 1 },
    { name: '日本語', count: 12_345 },
    { name: 'e\u0301', count: null },
    { name: '👩‍👩‍👧', count: 2 },
  );
  expect(writtenLines(page)).toEqual([
    'NAME    COUNT',
    'a           1',
    '日本語  12345',
    'e\u0301           -',
    '👩‍👩‍👧          2',
  ]);
});

test('nothing is truncated, and a cell beyond a hundred characters does not widen other rows', () => {
  const page = (length: number) => tableOf({ name: 'x'.repeat(length), count: 1 }, { name: 'short', count: 2 });
  expect(writtenLines(page(101))).toEqual(['NAME   COUNT', `${'x'.repeat(101)}      1`, 'short      2']);
  expect(writtenLines(page(100))[0]).toBe(`NAME${' '.repeat(96)}  COUNT`);
});

test('no line ends with spaces', () => {
  const page = [
    toTable({
      columns: COLUMNS.slice(0, 1),
      rows: [
        { name: 'long name', count: 1 },
        { name: 'b', count: 2 },
      ],
    }),
  ];
  expect(writtenLines(page)).toEqual(['NAME', 'long name', 'b']);
});

test('a heading keeps the settings of an evaluator as they were typed', () => {
  const columns: Column<Row>[] = [{ header: String.raw`regex_test:regex_pattern=^\p{L}+$`, value: ({ name }) => name }];
  expect(writtenLines([toTable({ columns, rows: [{ name: 'a', count: 1 }] })])[0]).toBe(
    'REGEX_TEST:regex_pattern=^\\p{L}+$',
  );
});

test('tab-separated values keep one field per tab and one row per line', () => {
  const page = tableOf({ name: 'with\ttab\nand line', count: 1 }, { name: '', count: null });
  expect(plainView(page, 'tsv')).toBe('name\tcount\nwith tab and line\t1\n\t');
});

test('an empty list is one line for people, and only a header in a pipe', async () => {
  expect(await showView(tableOf(), displayOf())).toEqual({ text: EMPTY, remark: null });
  expect(await showView(tableOf(), displayOf({ form: 'plain' }))).toEqual({ text: 'NAME  COUNT', remark: EMPTY });
  expect(await showView(tableOf(), displayOf({ form: 'tsv' }))).toEqual({ text: 'name\tcount', remark: EMPTY });
});

const RECORD = toRecord(
  [
    { label: 'name', value: 'two\nlines' },
    { label: 'created at', kind: 'time', value: null },
  ],
  'Test set',
);
const TABLE = { ...toTable({ columns: COLUMNS, rows: [{ name: 'a', count: 1 }] }), title: 'Rows' };
const DIFF: Block = { type: 'word-diff', title: 'tone', changes: [{ kind: 'same', text: 'be\ndry' }] };

test('blocks are apart by an empty line, records and tables below their titles', () => {
  expect(writtenLines([toText('Done.'), RECORD, TABLE, DIFF])).toEqual([
    'Done.',
    '',
    'Test set',
    'name        two lines',
    'created at  -',
    '',
    'Rows',
    'NAME  COUNT',
    'a         1',
    '',
    'tone',
    'be',
    'dry',
  ]);
});

test.each([
  [[toText('Done.'), TABLE], 'name\tcount\na\t1'],
  [[toText('Done.'), RECORD], 'name\ttwo lines\ncreated at\t'],
  [[toText('Done.')], 'Done.'],
  [[DIFF], 'tone\tbe dry'],
])('tab-separated values have no titles, and no text next to values: %#', (page, text) => {
  expect(plainView(page, 'tsv')).toBe(text);
});

test('forced colours make titles and headings bold, and nothing of tab-separated values', () => {
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
  expect(plainView([toText('Done.'), TABLE], 'plain', true)).toBe(
    `Done.\n\n${bold('Rows')}\n${bold('NAME  COUNT')}\na         1`,
  );
  expect(plainView([TABLE], 'tsv', true)).toBe(plainView([TABLE], 'tsv'));
});

test('a line is the same everywhere, with the next command', async () => {
  const shown = { text: 'Created app support. Next: wf deploy', remark: null };
  for (const form of ['terminal', 'plain', 'tsv'] as const)
    expect(await showView(lineView('Created app support.', 'wf deploy'), displayOf({ form }))).toEqual(shown);
});

test.each<[string, Answer, ReturnType<typeof showAnswer>]>([
  ['text', { kind: 'text', text: 'a\n\nb\n\n' }, { text: 'a\n\nb\n', remark: null, isForeign: true }],
  ['text without a line break at its end', { kind: 'text', text: 'a' }, { text: 'a', remark: null, isForeign: true }],
  [
    'bytes',
    { kind: 'bytes', bytes: new Uint8Array(300) },
    { text: '', remark: 'The answer is 300 bytes of binary data.' },
  ],
])('an answer of %s is shown', (_, answer, shown) => {
  expect(showAnswer(answer)).toEqual(shown);
});
