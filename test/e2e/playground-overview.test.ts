import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

test('an app opens on what runs, how good it is, what failed and what changed, and each leads on', async () => {
  const { client, variantId: variant_id } = server;
  await server.makeEvaluation(3);
  await client.updateVariantParameters({ variant_id, body: { parameters: { words: 20 } } });
  const body = { environment_name: 'production', variant_id };
  await client.deployToEnvironment({ body });
  await using opened = await openPage(`${server.url}/`, { key: server.key });
  const { page } = opened;
  const read = async (name: string) => (await page.getByRole('region', { name }).innerText()).replaceAll(/\s+/g, ' ');
  await page.getByRole('row', { name: /exact match 0 \(0 to/ }).waitFor();
  expect(await read('What runs')).toMatch(/production default@2 .* no gate/);
  expect(await read('Newest evaluations')).toMatch(/default@1 \/summarise cases .* exact match 0 \(0 to 0\.\d+\)/);
  expect(await read('What failed last')).toContain('No call and no evaluation failed.');
  expect(await read('What changed')).toMatch(/environment production runs default@2 as revision 2/);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'environment production' }).first().click();
  await page.getByRole('row', { name: /^2 default@2/ }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page
    .getByRole('row', { name: /exact match/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { name: 'default@1' }).waitFor();
});
