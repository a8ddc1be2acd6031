import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { TestsetReport } from '../../../../src/contract/testsets/testset-report.ts';
import {
  checkTestset,
  type CheckTestsetOptions,
  requireValidTestset,
} from '../../../../src/use-cases/testsets/check-testset.ts';
import { exportFormat } from '../../../../src/use-cases/testsets/export-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const schema = {
  type: 'object',
  properties: { text: { type: 'string' }, note: { type: 'string' } },
  required: ['text'],
};
const ROUTES = ['/', '/summary'].map((path) => ({ path, name: path, config: null, input: schema, output: null }));

async function check(text: string, options: Partial<CheckTestsetOptions> = {}, isExtended = true) {
  await using folder = await tempFolder();
  await writeFile(folder.path('rows.csv'), text);
  const { client } = fakeClient({
    listApps: async () => [{ app_id: 'a', app_name: 'support', app_type: 'custom', updated_at: null }],
    listRoutes: async () => ROUTES as never,
    ...(isExtended ? {} : { extensions: async () => null }),
  });
  return await checkTestset({
    openClient: async () => client,
    app: 'support',
    testset: folder.path('rows.csv'),
    format: null,
    cwd: folder.root,
    stdin: Readable.from([]),
    answers: [],
    columns: [],
    route: null,
    discordant: null,
    clusterBy: null,
    types: null,
    delimiter: null,
    ...options,
  });
}

test('standard input is checked under its name, though it can be read only once', async () => {
  const stdin = Readable.from([Buffer.from('text\na\nb\n')]);
  expect(await check('', { testset: '-', stdin })).toMatchObject({ testset: 'Standard input', rows: 2 });
  const malformed = Readable.from([Buffer.from('[1')]);
  await expect(check('', { testset: '-', stdin: malformed, format: 'json' })).rejects.toMatchObject({
    code: 'WF_TESTSET_INVALID',
    message: expect.stringContaining('standard input'),
  });
});

test('the required inputs of a route need columns', async () => {
  expect(await check('note\na\n', { route: '/' })).toMatchObject({ missing_columns: ['text'] });
  expect(await check('text\na\n', { route: '/', columns: ['note'] })).toMatchObject({ missing_columns: ['note'] });
});

test('a route that is not deployed is not found', async () => {
  await expect(check('a\n1\n', { route: '/sumary' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No route is called "/sumary". Did you mean /summary?',
    nextSteps: ["wf routes, in the project's folder"],
  });
});

test('a service without route schemas asks for the columns instead', async () => {
  await expect(check('a\n1\n', { route: '/' }, false)).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks route schemas (--route), an extension of wf.',
    nextSteps: ['Name the columns: --columns A,B'],
  });
});

test.each(['0', '1.01', '-0.1', 'some', ''])('--discordant %j is refused', async (discordant) => {
  await expect(check('a\n1\n', { discordant })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `--discordant cannot be ${JSON.stringify(discordant)}: write a share above 0 and at most 1, such as 0.2.`,
  });
});

test('--discordant may be 1, and is 0.2 by default', async () => {
  const [usual, same, whole] = await Promise.all([
    check('a\n1\n'),
    check('a\n1\n', { discordant: '0.2' }),
    check('a\n1\n', { discordant: '1' }),
  ]);
  expect(usual.power).toEqual(same.power);
  expect(whole.power).not.toEqual(same.power);
});

const reportOf = (problems: readonly string[], warnings: readonly string[]) =>
  ({ testset: 'rows.csv', problems, warnings }) as unknown as TestsetReport;

// what is read of it

test('problems make a test set invalid, and warnings do so with --strict', () => {
  expect(() => requireValidTestset(reportOf([], ['W.']), false)).not.toThrow();
  expect(() => requireValidTestset(reportOf([], []), true)).not.toThrow();
  expect(() => requireValidTestset(reportOf(['P.'], ['W.']), true)).toThrow(
    expect.objectContaining({
      code: 'WF_TESTSET_INVALID',
      message: 'The test set rows.csv has problems. P. W.',
      details: { problems: ['P.'], warnings: ['W.'] },
    }),
  );
  expect(() => requireValidTestset(reportOf(['P.'], ['W.']), false)).toThrow(
    expect.objectContaining({ message: 'The test set rows.csv has problems. P.' }),
  );
});

test('five problems are listed, and the number of others', () => {
  const problems = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.`);
  expect(() => requireValidTestset(reportOf(problems(5), []), false)).toThrow(/problems\. 1\. 2\. 3\. 4\. 5\.$/);
  expect(() => requireValidTestset(reportOf(problems(6), []), false)).toThrow(/problems\. 1\. 2\. 3\. 4\. 5\. …$/);
});

describe('the format of an export', () => {
  test.each([
    [null, null, 'jsonl'],
    [null, 'cases.csv', 'csv'],
    [null, 'cases.JSON', 'json'],
    [null, 'cases.ndjson', 'jsonl'],
    [null, '/dev/stdout', 'jsonl'],
    [null, 'cases.txt', 'jsonl'],
    ['csv', 'cases.tsv', 'csv'],
  ])('--format %s and the file %s give %s', (typed, file, format) => {
    expect(exportFormat(typed, file)).toBe(format);
  });

  test('a name of a format that is only read is refused', () => {
    expect(() => exportFormat(null, 'cases.tsv')).toThrow(
      expect.objectContaining({
        message: 'Test sets are not written as tsv: name a file that ends in .csv, .json or .jsonl, or add --format.',
      }),
    );
  });
});
