import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { isWfError } from '../../src/errors/wf-error.ts';
import { readWhole } from '../helpers/read-whole-testset.ts';

const columnNames = fc.uniqueArray(
  fc.string({ minLength: 1 }).filter((name) => name.trim() !== '' && !name.startsWith('\uFEFF')),
  {
    minLength: 1,
    maxLength: 5,
  },
);

/** Tables of text. A row with a single empty cell is excluded: in csv it looks like a blank line. */
const tables = columnNames.chain((columns) => {
  const cells = fc.array(fc.string(), { minLength: columns.length, maxLength: columns.length });
  const rows = fc.array(
    cells.filter((row) => row.length > 1 || row[0] !== ''),
    { minLength: 1 },
  );
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
