import { afterAll, beforeAll, expect, test } from 'vitest';
import { extended } from '../helpers/extended.ts';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

test('an environment is understood and changed on its page: what runs, a variant instead, variables, the way back', async () => {
  const { client, baseId: base_id, appId: app_id } = server;
  await client.addVariantFromBase({
    body: { base_id, new_variant_name: 'brief', new_config_name: 'brief', parameters: { words: 12 } },
  });
  await using opened = await openPage(`${server.url}/#/apps/support/environments/production`, { key: server.key });
  const { page } = opened;
  const read = async (name: string) => (await page.getByRole('region', { name }).innerText()).replaceAll(/\s+/g, ' ');
  await page.getByText('No values: the code’s defaults apply.').waitFor();
  expect(await read('What runs')).toMatch(/Variant default@1 Last changed .* by local/);
  expect(await read('Gates')).toContain('None: any variant can be deployed here.');

  await page.getByLabel('Compare with').selectOption({ label: 'brief@1' });
  expect(await read('Another variant')).toMatch(/words 12/);
  await page.getByRole('button', { name: 'Deploy… to production' }).click();
  expect(await page.getByLabel('production').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.getByRole('row', { name: /^2 brief@1/ }).waitFor();
  await page.getByRole('heading', { name: 'Changed since revision 1, which ran default@1' }).waitFor();

  await page.getByRole('button', { name: 'Set a variable…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('MODEL_URL');
  await page.getByLabel('Value', { exact: true }).fill('https://models.example.com');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('row', { name: /^MODEL_URL production/ }).waitFor();
  const variables = async () =>
    await (await extended(client)).listEnvironmentVariables({ app_id, environment_name: 'production' });
  expect(await variables()).toMatchObject([{ name: 'MODEL_URL', from: 'environment' }]);
  await page.getByRole('button', { name: 'Unset… MODEL_URL' }).click();
  await page.getByRole('button', { name: 'Unset', exact: true }).click();
  await page.getByText('None: the workflow gets no variables here.').waitFor();
  expect(await variables()).toEqual([]);

  await page.getByRole('button', { name: 'Roll back… to revision 1' }).click();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await page.getByText('Rolled back to revision 1').waitFor();
  expect(await read('What runs')).toContain('default@1');
  expect(await findBarriers(page)).toEqual([]);
});

test('who may not read variables sees the rest', async () => {
  const key = await (await extended(server.client)).createKey({ body: { name: 'reader', role: 'viewer' } });
  await using opened = await openPage(`${server.url}/#/apps/support/environments/production`, { key });
  const { page } = opened;
  await page.getByRole('region', { name: 'Variables' }).getByRole('alert').waitFor();
  expect(await page.getByRole('region', { name: 'What runs' }).innerText()).toContain('default@1');
  expect(opened.takeComplaints()).toEqual(expect.arrayContaining([expect.stringContaining('403')]));
});
