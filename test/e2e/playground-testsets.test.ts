import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extended } from '../helpers/extended.ts';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

test.each([
  ['cases.csv', 'text,correct_answer\n"one, two",a\nthree,b\n', 'one, two'],
  ['more.jsonl', '{"text":"one","correct_answer":"a"}\n{"text":"three","correct_answer":"b"}\n', 'one'],
  ['list.json', '[{"text":"one","correct_answer":"a"},{"text":"three","correct_answer":"b"}]', 'one'],
])(
  'the file %s becomes a test set of the app, whose rows are read, and which is deleted',
  async (file, text, first) => {
    const path = join(server.folder, file);
    await writeFile(path, text);
    const name = file.replace(/\..*/, '');
    await using opened = await openPage(`${server.url}/#/apps/support/testsets`, { key: server.key });
    const { page } = opened;
    await page.getByRole('button', { name: 'Upload a file…' }).click();
    await page.getByLabel(/^File/).setInputFiles(path);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByText('2 rows', { exact: true }).waitFor();
    await page.getByRole('button', { name: '1 show whole' }).click();
    await page.getByRole('heading', { name: 'Row 1' }).waitFor();
    expect(await page.locator('.details').innerText()).toContain(first);
    const found = async () => await (await extended(server.client)).listTestsets({ name });
    expect(await found()).toMatchObject([{ app_id: server.appId, rows: 2, revision: 1 }]);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Test sets', exact: true }).waitFor();
    expect(await found()).toEqual([]);
  },
);

test('a file that is no test set says what is wrong', async () => {
  const path = join(server.folder, 'broken.jsonl');
  await writeFile(path, '{"text":"one"}\nnot json\n');
  await using opened = await openPage(`${server.url}/#/apps/support/testsets`, { key: server.key });
  const { page } = opened;
  await page.getByRole('button', { name: 'Upload a file…' }).click();
  await page.getByLabel(/^File/).setInputFiles(path);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  expect(await page.getByRole('dialog').getByRole('alert').innerText()).toMatch(/line 2|row 2/i);
  await page.getByLabel(/^File/).setInputFiles(join(server.folder, 'workflow.ts'));
  await page.getByText('workflow.ts is none of these: its name must end with .csv, .json or .jsonl.').waitFor();
  const large = join(server.folder, 'large.csv');
  await writeFile(large, `text\n${'words\n'.repeat(200_000)}`);
  await page.getByLabel(/^File/).setInputFiles(large);
  await page.getByText('large.csv is larger than 1 MiB, the most that the page uploads.').waitFor();
  expect(await page.getByRole('button', { name: 'Upload', exact: true }).isDisabled()).toBe(true);
  expect(opened.takeComplaints()).toEqual([expect.stringContaining('422')]);
});
