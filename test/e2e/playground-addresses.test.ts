import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findLayoutFaults } from '../helpers/find-layout-faults.ts';
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
    [`evaluations/${evaluation}`, /^default@1 at \/summarise on /],
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

test('a screen reader hears how calls, dialogs and links end, and reads answers by name', async () => {
  const csvdata = [{ text: 'first' }, { text: 'second' }];
  await server.client.createTestset({ body: { name: 'spoken', csvdata } });
  await using opened = await openPage(`${server.url}/#/apps/support/routes/summarise`, { key: server.key });
  const { page } = opened;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await page.getByLabel('text', { exact: true }).fill('it');
  await page.getByRole('button', { name: 'Add configuration' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await spoken(page, /^2 of 2 configurations answered in [\d.]+ m?s$/);
  const tree = await page.locator('main').ariaSnapshot();
  for (const phrase of [
    'heading "Route /summarise" [level=1]',
    'region "Configuration 2"',
    'heading "Answer of Configuration 2" [level=2]',
    'button "Add to test set… answer of Configuration 2"',
    'tab "Text" [selected]',
  ]) {
    expect(tree).toContain(phrase);
  }

  await page.getByRole('button', { name: 'Add to test set… answer of Configuration 2' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add to test set' });
  await dialog.getByRole('combobox', { name: 'Test set' }).selectOption({ label: 'spoken' });
  expect(await dialog.ariaSnapshot()).toContain('textbox "Expected answer"');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await spoken(page, /^Row added to spoken$/);
  expect(await focused()).toBe('Add to test set… answer of Configuration 2');

  await page.getByLabel('Test set').selectOption({ label: 'spoken' });
  await page.getByRole('button', { name: 'All rows' }).click();
  await page.getByRole('button', { name: 'Run rows' }).click();
  await spoken(page, /^6 of 6 calls answered in [\d.]+ m?s$/);
  await page.getByLabel('Show').selectOption('failures');
  await page
    .getByRole('status')
    .filter({ hasText: /^0 of 3 rows$/ })
    .waitFor();

  await page.getByRole('link', { name: 'Variants', exact: true }).click();
  await spoken(page, /^Variants, support$/);
  expect(await page.title()).toBe('Variants, support · wf');
  await page.getByRole('link', { name: 'default', exact: true }).first().press('Enter');
  await page.getByRole('heading', { name: 'default', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('default · wf');
  // The link is gone.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
});

test('a screen reader hears how an evaluation ends, and reads what a comparison shows', async () => {
  const [before, after] = [await server.makeEvaluation(5, 'heard'), await server.makeEvaluation(5, 'heard')];
  await using opened = await openPage(`${server.url}/#/apps/support/routes`, { key: server.key });
  const { page } = opened;
  const addresses = [`**/evaluations/${after}`, `**/evaluations/${after}/events`];
  // As it was while the evaluation ran.
  for (const address of addresses) {
    await page.route(address, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        json: { ...(await response.json()), status: { type: 'status', value: 'EVALUATION_STARTED' } },
      });
    });
  }
  await page.goto(`${server.url}/#/apps/support/evaluations/${after}`);
  await page.getByText('started', { exact: true }).waitFor();
  for (const address of addresses) await page.unroute(address);
  await spoken(page, /^Evaluation finished: heard 0$/);
  const rows = await page.getByRole('table', { name: 'Rows' }).ariaSnapshot();
  expect(rows).toMatch(/columnheader "Expected"/);
  expect(rows).toMatch(/columnheader "heard"/);

  await page.goto(`${server.url}/#/apps/support/evaluations/${after}?baseline=${before}`);
  await page.getByRole('img', { name: /^Differences\. .*heard/ }).waitFor();
  const tree = await page.locator('main').ariaSnapshot();
  for (const phrase of [
    'heading "Compare evaluations" [level=1]',
    'heading "Compared with default@1, 5 rows" [level=2]',
    'heading "Differences" [level=3]',
    'columnheader "Verdict"',
    'Table: differences',
  ]) {
    expect(tree).toContain(phrase);
  }
});

/** Waits until screen readers are told so. */
async function spoken(page: Page, text: RegExp): Promise<void> {
  await page.getByRole('status', { name: 'Announcement' }).filter({ hasText: text }).waitFor({ state: 'attached' });
}

test('an unknown address says so under a heading, and its name fits on a phone', async () => {
  const gone = `gone-${'x'.repeat(195)}`;
  const viewport = { width: 390, height: 800 };
  await using open = await openPage(`${server.url}/#/apps/support/routes/gone`, { key: server.key, viewport });
  const { page } = open;
  await page.getByText('There is no route /gone.').waitFor();
  for (const [address, words] of [
    [`support/routes/${gone}`, `There is no route /${gone}.`],
    [`support/variants/${gone}`, `This app has no variant ${gone}.`],
    [`support/environments/${gone}`, `This app has no environment ${gone}.`],
    ['support/environments/%E2%80%8B', 'This app has no environment "\\u200b".'],
    [`support/evaluations/${gone}`, 'No record'],
    [`support/evaluations/${gone}?baseline=${gone}x`, 'No record'],
    [`support/human-evaluations/${gone}`, 'No record'],
    [`${gone}/routes`, `There is no app "${gone}".`],
  ] as const) {
    await page.evaluate((hash) => void (location.hash = hash), `#/apps/${address}`);
    const alert = page.getByRole('alert').filter({ hasText: words === 'No record' ? gone : words });
    await alert.first().waitFor();
    expect([address, await findLayoutFaults(page)]).toEqual([address, []]);
    expect([address, await page.getByRole('heading', { level: 1 }).count()]).toEqual([address, 1]);
  }
  open.takeComplaints();
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
