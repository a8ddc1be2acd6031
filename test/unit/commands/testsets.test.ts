import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import TestsetsCheck from '../../../commands/testsets/check.ts';
import TestsetsExport from '../../../commands/testsets/export.ts';
import type { ExtendedClient } from '../../../src/client/create-client.ts';
import type { TestsetRow } from '../../../src/contract/testsets/testset.ts';
import { readWhole } from '../../helpers/read-whole-testset.ts';
import { runWithClient } from '../../helpers/run-with-client.ts';
import { streamOf } from '../../helpers/evaluation-records.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const TESTSET = { id: '01932c5e-4444-7000-8000-000000000001', name: 'cases', created_at: '', updated_at: '' };
const APP_ID = '01932c5e-0000-7000-8000-00000000000a';

const OPEN = {
  id: 'r',
  testset_id: null,
  revision: null,
  name: 'cases',
  rows: 0,
  columns: [],
  content_tag: null,
  created_by: '',
  created_at: '',
};

function clientWith(csvdata: TestsetRow[]) {
  const revision = { ...OPEN, testset_id: TESTSET.id, revision: 1, rows: csvdata.length };
  return {
    listTestsets: async () => [TESTSET],
    listTestsetRevisions: async () => [revision],
    // The only list that these commands page through.
    paginate: (() => streamOf(csvdata)) as ExtendedClient['paginate'],
  };
}

const ROWS = [
  { text: 'a, "b"\nc', correct_answer: 'x', tags: ['one'] },
  { text: 'second', correct_answer: 'y' },
];

test('a file is checked without a service', async () => {
  await using folder = await tempFolder();
  const file = folder.path('cases.csv');
  await writeFile(file, 'text,correct_answer\nrefund,billing\nrefund,general\n');
  const run = await runWithClient(TestsetsCheck, [file, '--json'], {});
  expect(run).toMatchObject({ exitCode: 2, calls: [] });
  expect(JSON.parse(run.stdout)).toMatchObject({ rows: 2, contradictions: [{ rows: [1, 2] }] });
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: 'WF_TESTSET_INVALID' } });
});

test('a ragged csv is rejected with the line', async () => {
  await using folder = await tempFolder();
  const file = folder.path('cases.csv');
  await writeFile(file, 'text,correct_answer\nrefund\n');
  const run = await runWithClient(TestsetsCheck, [file], {});
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('cases.csv, line 2, column "correct_answer": The row has only 1 cell');
});

test('a stored test set is checked, and warnings count only under --strict', async () => {
  const lax = await runWithClient(TestsetsCheck, ['cases'], clientWith(ROWS));
  const strict = await runWithClient(TestsetsCheck, ['cases', '--strict'], clientWith(ROWS));
  expect([lax.exitCode, strict.exitCode]).toEqual([0, 2]);
  expect(lax.stdout).toContain('! 1 row lacks a column that others have.');
  expect(strict.stdout).toBe(lax.stdout);
});

test("a route's inputs are required columns", async () => {
  const input = {
    type: 'object',
    properties: { text: { type: 'string' }, tone: { type: 'string' } },
    required: ['text', 'tone'],
  };
  const route = { path: '/', name: 'default', config: null, input, output: null, defaults: {} };
  const client = { ...clientWith(ROWS), listRoutes: async () => [route] };
  const run = await runWithClient(TestsetsCheck, ['cases', '--app', APP_ID, '--route', '/'], client);
  expect(run.stderr).toContain('There is no column "tone".');
  const unknown = await runWithClient(TestsetsCheck, ['cases', '--app', APP_ID, '--route', '/x'], client);
  expect(unknown.exitCode).toBe(3);
});

test('named answer columns must exist; the default one need not', async () => {
  const rows = [{ text: 'a' }, { text: 'b' }];
  expect((await runWithClient(TestsetsCheck, ['cases'], clientWith(rows))).exitCode).toBe(0);
  const run = await runWithClient(TestsetsCheck, ['cases', '--answers', 'text,anwser'], clientWith(rows));
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('There is no column "anwser".');
});

test.each([
  [['cases', '--discordant', '2'], '--discordant cannot be "2"', 2],
  [['no-such'], 'No test set is called "no-such"', 3],
  [['no-such.csv'], 'there is no such file', 3],
])('wf testsets check %j is rejected: %s', async (argv, reason, exitCode) => {
  const run = await runWithClient(TestsetsCheck, argv, clientWith(ROWS));
  expect(run).toMatchObject({ stdout: '', exitCode });
  expect(run.stderr).toContain(reason);
});

test.each(['json', 'jsonl'])('a test set exported as %s reads back as it was', async (format) => {
  const run = await runWithClient(TestsetsExport, ['cases', '--format', format], clientWith(ROWS));
  expect((await readWhole({ name: `cases.${format}`, text: run.stdout })).rows).toEqual(ROWS);
});

test('the name of the file tells the format', async () => {
  await using folder = await tempFolder();
  const file = folder.path('out.json');
  const run = await runWithClient(TestsetsExport, ['cases', '--output', file], clientWith(ROWS));
  expect(run.stdout).toBe(`Wrote 2 rows of cases to ${file} as json.\n`);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(ROWS);
});

test('csv keeps text unchanged and writes the rest as JSON', async () => {
  await using folder = await tempFolder();
  const file = folder.path('out.csv');
  const argv = ['cases', '--format', 'csv', '--output', file];
  const run = await runWithClient(TestsetsExport, argv, clientWith(ROWS));
  expect(run.stdout).toBe(`Wrote 2 rows of cases to ${file} as csv.\n`);
  expect((await readWhole({ name: file, text: await readFile(file) })).rows.map((row) => ({ ...row }))).toEqual([
    { text: 'a, "b"\nc', correct_answer: 'x', tags: ['one'] },
    { text: 'second', correct_answer: 'y' },
  ]);
});
