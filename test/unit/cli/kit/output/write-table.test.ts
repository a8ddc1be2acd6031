import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeParts } from '../../../../../src/cli/kit/output/write-parts.ts';
import { writeTable } from '../../../../../src/cli/kit/output/write-table.ts';
import { plainView } from '../../../../../src/ui/layout/plain-view.ts';
import type { View } from '../../../../../src/ui/layout/view.ts';
import { toTable } from '../../../../../src/ui/layout/table-model.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

interface Row {
  readonly id: number;
  readonly name?: string;
  readonly scores: Readonly<Record<string, number>>;
}

/** A column for each evaluator, in order of appearance, as of evaluations. */
function viewOf(rows: readonly Row[]): View {
  const names = [...new Set(rows.flatMap(({ scores }) => Object.keys(scores)))];
  const columns = [
    { header: 'id', kind: 'integer' as const, value: ({ id }: Row) => id },
    ...names.map((header) => ({ header, kind: 'score' as const, value: ({ scores }: Row) => scores[header] })),
    { header: 'name', value: ({ name }: Row) => name },
    { header: 'name', value: () => 'x' },
  ];
  return [toTable({ columns, rows, empty: '' })];
}

const ROWS: readonly Row[] = [
  { id: 1, scores: {} },
  { id: 20, name: '漢字', scores: { b: 1 } },
  { id: 3, name: 'tab\tand\nline', scores: { a: 0.25, b: 2 } },
  { id: 4, name: 'x'.repeat(120), scores: { c: 3, a: 1 } },
  { id: 5, name: '', scores: { d: 0.0000123 } },
  { id: 6, scores: {} },
];

test.each([
  ['plain', false],
  ['plain', true],
  ['tsv', true],
] as const)('whatever its parts, a list is the %s table of all, with colour %s', async (form, color) => {
  for (const size of [1, 2, 3, 4, 6]) {
    const stdout = new PassThrough();
    const parts = (async function* inParts() {
      for (let start = 0; start < ROWS.length; start += size) yield ROWS.slice(start, start + size);
    })();
    await writeTable({ parts, view: viewOf, form, color }, stdout);
    stdout.end();
    expect(await text(stdout)).toBe(`${plainView(viewOf(ROWS), form, color)}\n`);
  }
});

/** Returns the sizes of what is written. */
async function sizesOf(lengths: readonly number[]): Promise<number[]> {
  const sizes: number[] = [];
  const io = fakeIo();
  const write = (part: string | Uint8Array, done?: () => void) => {
    sizes.push(part.length);
    done?.();
    return true;
  };
  await writeParts(Readable.from(lengths.map((length) => 'x'.repeat(length))), {
    ...io,
    stdout: { ...io.stdout, write },
  });
  return sizes;
}

const KIB_64 = 64 * 1024;

test.each([
  [[1, 2, 3], [6]],
  [
    [KIB_64 - 1, 1, 5],
    [KIB_64, 5],
  ],
  [
    [KIB_64 + 1, 1],
    [KIB_64 + 1, 1],
  ],
  [[], []],
])('parts of %j characters are written as %j', async (lengths, sizes) => {
  expect(await sizesOf(lengths)).toEqual(sizes);
});

test('parts keep their order', async () => {
  const io = fakeIo();
  await writeParts(Readable.from(['a', 'b', 'c']), io);
  expect(io.stdout.text).toBe('abc');
});
