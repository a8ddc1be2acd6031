import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

const OTHER = `
import { configSchema, route } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({ volume: z.int().gte(1).lte(11).default(5) });
export const summarise = route('/summarise', { config: Config }, async ({ config }) => \`other \${config.volume}\`);
export const shout = route('/shout', {}, async () => 'SHOUT');
`;

test('every page has an address that can be shared and survives a reload', async () => {
  const evaluation = await server.makeEvaluation(3);
  const places = [
    ['routes/count', 'Route /count'],
    ['routes/', 'Route /'],
    ['variants', 'Variants'],
    [`variants/${server.variantId}`, 'default'],
    ['environments', 'Environments'],
    ['environments/production', 'production'],
    ['evaluations', 'Evaluations'],
    [`evaluations/${evaluation}`, /^default@1 on /],
  ] as const;
  for (const [place, name] of places) {
    const address = `${server.url}/#/apps/support/${place}`;
    await using open = await openPage(address, { key: server.key });
    await open.page.getByRole('heading', { level: 1, name }).waitFor();
    await open.page.reload();
    await open.page.getByRole('heading', { level: 1, name }).waitFor();
    expect(open.page.url()).toBe(address);
  }
});

test('an unknown address says so', async () => {
  for (const [place, words] of [
    ['routes/gone', 'There is no route /gone.'],
    ['variants/gone', 'This app has no variant gone.'],
    ['environments/gone', 'This app has no environment gone.'],
  ] as const) {
    await using open = await openPage(`${server.url}/#/apps/support/${place}`, { key: server.key });
    await open.page.getByRole('alert').waitFor();
    expect(await open.page.getByRole('alert').innerText()).toBe(words);
  }
});

test('an evaluation shows a whole row and its results', async () => {
  const id = await server.makeEvaluation(3);
  await using open = await openPage(`${server.url}/#/apps/support/evaluations`, { key: server.key });
  const { page } = open;
  await page.locator(`a[href$="${id}"]`).click();
  await page.getByRole('button', { name: '2 show whole' }).click();
  await page.getByRole('heading', { name: 'Row 2' }).waitFor();
  expect(await page.locator('.details dl').innerText()).toMatch(
    /^Inputs\s+text: row number 2\s+Expected\s+no such answer\s+Output\s+# plain[\s\S]+exact match\s+false\s+Cost\s+\$0\.0042/,
  );
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'Row 2' }).waitFor({ state: 'detached' });
});

test('with several bases, the user chooses one to try', async () => {
  await server.deployBase('other', OTHER);
  await using open = await openPage(`${server.url}/#/apps/support/routes/summarise`, { key: server.key });
  const { page } = open;
  await page.getByLabel('prompt').waitFor();
  await page.getByLabel('Base').selectOption('other');
  await page.getByRole('link', { name: '/summarise' }).click();
  await page.getByLabel('volume', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('other 7', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: '/shout' }).count()).toBe(1);
  expect(await page.getByLabel('Start from').locator('option').allInnerTexts()).toEqual([
    'the code’s defaults',
    'other',
  ]);
  await page.reload();
  expect(new URL(page.url()).hash).toBe('#/apps/support/routes/summarise?base=other');
  expect(await page.getByLabel('volume', { exact: true }).inputValue()).toBe('7');
  await page.getByLabel('Base').selectOption('main');
  await page.getByRole('link', { name: '/summarise' }).click();
  await page.getByLabel('prompt').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'in the %s, no state of a route has a serious accessibility violation',
  async (colorScheme) => {
    await using open = await openPage(`${server.url}/#/apps/support/routes/summarise`, {
      key: server.key,
      colorScheme,
    });
    const { page } = open;
    const check = async (state: string) => expect(await findBarriers(page), state).toEqual([]);
    await page.getByLabel('prompt').waitFor();
    await check('fresh');
    await page.locator('[data-field="words"] input[type="number"]').fill('999');
    await check('a bound is broken');
    await page.getByRole('button', { name: 'Reset words to its default' }).click();
    await page.getByLabel('text', { exact: true }).fill('the sea');
    await page.getByRole('button', { name: 'Add configuration' }).click();
    await page.getByRole('region', { name: 'Configuration 2' }).getByLabel('Start from').selectOption('default');
    await page.getByRole('region', { name: 'Configuration 2' }).getByLabel('prompt').fill('Shorten: {text}');
    await page.getByRole('button', { name: 'Changes •' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('group', { name: 'Answer' }).nth(1).waitFor();
    await page.getByRole('tab', { name: 'Trace' }).first().click();
    await check('side by side');
    await page.getByRole('button', { name: 'Save…' }).last().click();
    await page.getByRole('dialog').waitFor();
    await check('a dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  },
);
