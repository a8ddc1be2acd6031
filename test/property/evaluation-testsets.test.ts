import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { TestsetRow } from '../../src/contract/testsets/testset.ts';
import { isWfError } from '../../src/foundation/errors/wf-error.ts';
import { exportTestset, TESTSET_FORMATS } from '../../src/evaluation/export/export-testset.ts';
import { streamOf } from '../helpers/evaluation-records.ts';
import { readWhole } from '../helpers/read-whole-testset.ts';

const columnName = fc.string({ minLength: 1 }).filter((name) => name.trim() !== '' && !name.startsWith('\uFEFF'));

const columnNames = fc.uniqueArray(columnName, { minLength: 1, maxLength: 5 });

/** Tables of text. */
const tables = columnNames.chain((columns) => {
  const cells = fc.array(fc.string(), { minLength: columns.length, maxLength: columns.length });
  const rows = fc.array(cells, { minLength: 1 });
  return fc.record({ columns: fc.constant(columns), rows });
});

test('any table of text survives a csv round trip', async () => {
  const property = fc.asyncProperty(tables, fc.integer({ min: 1, max: 20 }), async ({ columns, rows }, chunkSize) => {
    const text = Papa.unparse([columns, ...rows], { quotes: true });
    const parsed = await readWhole({ name: 'x.csv', text, chunkSize });
    expect(new Set(parsed.columns)).toEqual(new Set(columns));
    expect(parsed.rows.map((row) => columns.map((column) => row[column]))).toEqual(rows);
  });
  await fc.assert(property);
});

interface Table {
  readonly name: string;
  readonly text: string;
  /** Of a csv; elsewhere, rows have their columns. */
  readonly columns?: readonly string[];
  /** Cells of each row; `null` when an object has the same key twice. */
  readonly rows: readonly unknown[] | null;
}

// Written by test/fixtures/testsets/tables.py.
const TABLES = JSON.parse(
  readFileSync(new URL('../fixtures/testsets/tables.json', import.meta.url), 'utf8'),
) as readonly Table[];

test('generated files have the values that the readers of Python find', async () => {
  expect(TABLES).toHaveLength(400);
  for (const { name, text, columns, rows } of TABLES) {
    if (rows === null) {
      await expect(readWhole({ name, text })).rejects.toThrow(/, line \d+, column \d+: The key .+ occurs twice/);
      continue;
    }
    for (const chunkSize of [1, 7, text.length * 4]) {
      const read = await readWhole({ name, text, chunkSize });
      const found = columns === undefined ? read.rows : read.rows.map((row) => columns.map((column) => row[column]));
      expect(found, text).toEqual(rows);
    }
  }
});

/** Any rows that a test set may have: cells of any JSON, columns that only some rows have, names that look typed. */
const anyRows = fc
  .uniqueArray(fc.oneof(fc.constantFrom('a', 'b:json', 'c;d', '__proto__', 'e:text'), columnName), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((columns) => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', null, ';', '\t', 'null', '\ud83d'), fc.jsonValue());
    const row = fc
      .subarray(columns, { minLength: 1 })
      .chain((names) => fc.tuple(...names.map((name) => cell.map((value) => [name, value] as const))))
      .map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))) as TestsetRow);
    return fc.array(row, { minLength: 1 });
  });

test.each(TESTSET_FORMATS)('an exported %s reads as the same rows', async (format) => {
  await fc.assert(
    fc.asyncProperty(anyRows, fc.integer({ min: 1, max: 50 }), async (rows, chunkSize) => {
      let text = '';
      for await (const part of exportTestset(() => streamOf(rows), format)) text += part;
      const read = await readWhole({ name: `x.${format}`, text, chunkSize });
      expect(read.rows.map((row) => ({ ...row }))).toEqual(rows);
    }),
  );
});

test('any rows survive a json and a jsonl round trip', async () => {
  const row = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
    fc.jsonValue(),
    { minKeys: 1 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
      const plain: unknown = JSON.parse(JSON.stringify(rows));
      const jsonl = rows.map((one) => JSON.stringify(one)).join('\n');
      expect((await readWhole({ name: 'x.json', text: JSON.stringify(rows) })).rows).toEqual(plain);
      expect((await readWhole({ name: 'x.jsonl', text: jsonl, chunkSize: 3 })).rows).toEqual(plain);
    }),
  );
});

test('any bytes are read, or rejected with an error that names the file', async () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom('x.csv', 'x.json', 'x.jsonl'), async (text, name) => {
      try {
        expect((await readWhole({ name, text, chunkSize: 5 })).rows.length).toBeGreaterThan(0);
      } catch (error) {
        if (!isWfError(error)) throw error;
        expect(error.code).toBe('WF_TESTSET_INVALID');
        expect(error.message.startsWith(name)).toBe(true);
      }
    }),
  );
});
