import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readTrialRows } from '../../../../../src/use-cases/develop/rows/read-trial-rows.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

const FILE = 'text\na\nb\nc\n';

async function read(source: string, choice: string | null) {
  await using at = await tempProject({ 'cases.csv': FILE, 'one.csv': 'text\na\n' });
  const { client, calls } = fakeClient({
    listTestsets: async () => [{ id: 't-1', name: 'cases', app_id: 'a-1' }] as never,
    listTestsetRevisions: async () => [{ revision: 1 }] as never,
    listTestsetRows: async () => [{ text: 'stored' }],
  });
  const openClient = async () => ({ client, appId: 'a-1' });
  const stdin = Readable.from([Buffer.from(FILE)]);
  return { rows: await readTrialRows({ source, cwd: at.root, stdin, choice, openClient }), calls };
}

test.each([
  ['cases.csv', null, [1, 2, 3]],
  ['cases.csv', '2-', [2, 3]],
  ['-', '3,1', [1, 3]],
])('of %s, the choice %j has the rows %j', async (source, choice, numbers) => {
  const { rows, calls } = await read(source, choice);
  const all = ['a', 'b', 'c'].map((text, index) => ({ row: index + 1, cells: { text } }));
  expect(rows.toSorted((one, other) => one.row - other.row)).toEqual(numbers.map((row) => all[row - 1]));
  expect(calls).toEqual([]);
});

test('a stored test set is read from the service', async () => {
  expect((await read('cases', null)).rows).toEqual([{ row: 1, cells: { text: 'stored' } }]);
});

test.each([
  ['cases.csv', '4', 'cases.csv has 3 rows.'],
  ['one.csv', 'x', 'one.csv has 1 row.'],
  ['-', '0', 'Standard input has 3 rows.'],
])('of %s, the choice %j is refused', async (source, choice, has) => {
  await expect(read(source, choice)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `--rows cannot be "${choice}": write rows as 1-30,45 or 60-. ${has}`,
  });
});
