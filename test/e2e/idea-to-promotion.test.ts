import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extended } from '../helpers/extended.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

/** For calls and scores on a busy machine. */
const LONG = 30_000;
const GATE = 'evaluators: [says formal]\nrules:\n  - { metric: says formal, minimum: 0.9 }\n';

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
  const { client, appId: app_id } = server;
  const csvdata = Array.from({ length: 40 }, (_, index) => ({ text: `row ${index + 1}`, correct_answer: 'x' }));
  await client.createTestset({ body: { name: 'cases', csvdata } });
  await client.createEvaluatorConfig({
    body: { app_id, name: 'says formal', evaluator_key: 'auto_contains', settings_values: { substring: 'formal' } },
  });
  const ours = await extended(client);
  const gate = { name: 'release.gate.yaml', content: GATE };
  await ours.protectEnvironment({ app_id, environment_name: 'production', body: { gate } });
});
afterAll(async () => await server[Symbol.asyncDispose]());

/** Moves the focus by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ timeout: LONG });
  for (let presses = 0; presses < 200; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Chooses an option, or fills a field, by typing. */
async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

async function commandIn(page: Page): Promise<string> {
  const command = await page.getByRole('group', { name: 'The same in a terminal' }).innerText();
  return command.replaceAll(/\s*\\\n\s*/g, ' ');
}

test('an idea becomes a promoted variant on the page, by keyboard', async () => {
  const address = `${server.url}/#/apps/support/routes/summarise`;
  await using open = await openPage(address, { key: server.key, viewport: { width: 1440, height: 900 } });
  const { page } = open;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const second = page.getByRole('region', { name: 'Configuration 2' });

  // Change a second configuration, and run both on thirty rows of a test set.
  await press(page, button('Add configuration'));
  await type(page, second.getByLabel('tone'), 'formal');
  await type(page, page.getByLabel('Test set'), 'cases');
  await press(page, button('All rows'));
  await press(page, page.locator('.menu summary'));
  await press(page, page.getByLabel('says formal'), 'Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('columnheader', { name: /says formal 1 · 30 done/ }).waitFor({ timeout: LONG });
  await type(page, page.getByLabel('Show'), 'only');
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('31');
  await press(page, page.getByRole('grid'));
  await page.locator('.row-details').getByRole('heading', { name: 'Row 1' }).waitFor();

  // Save it.
  await press(page, second.getByRole('button', { name: 'Save…' }));
  await type(page, page.getByLabel('Name of the new variant'), 'formal');
  expect(await commandIn(page)).toMatch(/^wf variants create formal --set .+ --set tone=formal/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Evaluate both on the whole test set.
  await press(page, page.getByRole('link', { name: 'Evaluations' }));
  await press(page, button(/^Start an evaluation/));
  const dialog = page.getByRole('dialog');
  await press(page, dialog.getByLabel('default'), 'Space');
  await press(page, dialog.getByRole('checkbox', { name: 'formal', exact: true }), 'Space');
  await type(page, dialog.getByLabel('Route'), '/summarise');
  await press(page, dialog.getByLabel('says formal'), 'Space');
  expect(await commandIn(page)).toBe(
    `wf eval run --testset cases --variants default,formal --evaluators 'says formal' --route /summarise`,
  );
  await press(page, dialog.getByRole('button', { name: 'Start' }));
  await press(page, page.getByRole('link', { name: /^formal@1/ }));
  await page.getByText('finished', { exact: true }).waitFor({ timeout: LONG });

  // Look at what differs.
  await type(page, page.getByLabel('Compare with'), 'default@1');
  await page.locator('svg').first().waitFor({ timeout: LONG });

  // Promote it past the gate.
  await press(page, page.getByRole('link', { name: 'Variants' }));
  await press(page, page.getByRole('link', { name: 'formal' }));
  await press(page, button(/^Deploy…/));
  await tabTo(page, dialog.getByRole('radio', { name: /^development/ }));
  const production = dialog.getByRole('radio', { name: /^production/ });
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return production.isChecked();
    })
    .toBe(true);
  await dialog.getByText('It accepts only what passes release.gate.yaml.').waitFor();
  await expect
    .poll(() => commandIn(page), { timeout: LONG })
    .toMatch(/^wf env deploy production --variant formal@1 --evaluation [\w-]+$/);
  await press(page, dialog.getByRole('button', { name: 'Deploy' }));
  await dialog.waitFor({ state: 'detached', timeout: LONG });
  await page.getByText('runs in production').waitFor();
}, 150_000);

test('what does not pass the gate is refused, and the dialog says why', async () => {
  await using open = await openPage(`${server.url}/#/apps/support/variants/${server.variantId}`, { key: server.key });
  const { page } = open;
  await page.getByRole('button', { name: /^Deploy…/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^production/ }).check();
  await dialog.getByRole('button', { name: 'Deploy' }).click();
  expect(await dialog.getByRole('alert').innerText()).toMatch(/gate|evaluation/i);
  expect(open.takeComplaints()).toEqual([expect.stringMatching(/status of 4\d\d/)]);
});
