import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeTable } from '../../../../../src/cli/kit/output/write-table.ts';
import { plainPage } from '../../../../../src/ui/layout/plain-page.ts';
import type { Page } from '../../../../../src/ui/layout/page.ts';
import { toTable } from '../../../../../src/ui/layout/table-model.ts';

interface Row {
  readonly id: number;
  readonly scores: Readonly<Record<string, number>>;
}

/** A column for each evaluator, in order of appearance, as of evaluations. */
function pageOf(rows: readonly Row[]): Page {
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))];
  const columns = [
    { header: 'id', kind: 'integer' as const, value: ({ id }: Row) => id },
    ...names.map((name) => ({ header: name, value: ({ scores }: Row) => scores[name] })),
    { header: 'end', value: () => 'x' },
  ];
  return [toTable({ columns, rows, empty: '' })];
}

const ROWS: readonly Row[] = [
  { id: 1, scores: {} },
  { id: 20, scores: { b: 1 } },
  { id: 3, scores: { a: 0.25, b: 2 } },
  { id: 4, scores: { c: 3, a: 1 } },
  { id: 5, scores: { d: 3 } },
  { id: 6, scores: {} },
];

test.each([
  ['plain', false],
  ['plain', true],
  ['tsv', true],
] as const)(
  'a list in parts is written as the %s table of all, with colour %s, whatever its parts',
  async (form, color) => {
    for (const size of [1, 2, 3, 4, 6]) {
      const stdout = new PassThrough();
      const parts = (async function* inParts() {
        for (let start = 0; start < ROWS.length; start += size) yield ROWS.slice(start, start + size);
      })();
      await writeTable({ parts, page: pageOf, form, color }, stdout);
      stdout.end();
      expect(await text(stdout)).toBe(`${plainPage(pageOf(ROWS), form, color)}\n`);
    }
  },
);

test('a page of more than one table is refused', async () => {
  const parts = (async function* inParts() {
    yield ROWS;
  })();
  const page = (rows: readonly Row[]) => [...pageOf(rows), ...pageOf(rows)];
  await expect(writeTable({ parts, page, form: 'plain', color: false }, new PassThrough())).rejects.toThrow(
    'one table',
  );
});
