import type { Locator, Page } from 'playwright-core';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extended } from '../helpers/extended.ts';
import { openPage } from '../helpers/open-page.ts';
import type { Evaluation } from '../../src/contract/evaluations/evaluation.ts';
import type { Trial } from '../../src/contract/develop/trial.ts';
import { bareEnv, WF } from '../helpers/run-wf.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

/** What a shell would read as something else. */
const FIRST_PROMPT = `It's "plain", $HOME: {text}`;
const GATE = 'evaluators: [says formal]\nrules:\n  - { metric: says formal, minimum: 0.9 }\n';

/** What both ways end with. */
const PASSED = { verdict: 'passed', gate: { name: 'release.gate.yaml' } };

interface Deployed {
  readonly revisions: readonly { readonly evidence: unknown }[];
}

/** How it ended, and its score. */
function scoreOf(evaluation: Evaluation | undefined): unknown[] {
  const value = evaluation?.aggregated_results[0]?.result.value;
  return [evaluation?.status.value, value];
}

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
  await target.waitFor();
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

async function shownIn(page: Page, index = 0): Promise<string> {
  return await page.getByRole('group', { name: 'The same in a terminal' }).nth(index).innerText();
}

async function commandIn(page: Page): Promise<string> {
  return (await shownIn(page)).replaceAll(/\s*\\\n\s*/g, ' ');
}

/** Runs a command that the page shows, as a shell does in the project's folder. @returns what it printed as JSON */
async function paste(command: string): Promise<unknown> {
  const script = `wf() { '${process.execPath}' '${WF}' "$@"; }\n${command}`;
  const env = { ...bareEnv(server.folder), WF_BASE_URL: server.url, WF_API_KEY: server.key };
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: server.folder, env });
  return stdout.startsWith('{') || stdout.startsWith('[') ? JSON.parse(stdout) : stdout;
}

/** Opens the command of the view by keyboard. */
async function unfold(page: Page): Promise<void> {
  await press(page, page.getByText('In a terminal', { exact: true }));
  await page.getByRole('group', { name: 'The same in a terminal' }).first().waitFor();
}

test('an idea becomes a promoted variant on the page, by keyboard, and by the commands that it shows', async () => {
  const address = `${server.url}/#/apps/support/routes/summarise`;
  await using open = await openPage(address, { key: server.key, viewport: { width: 1440, height: 900 } });
  const { page } = open;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const second = page.getByRole('region', { name: 'Configuration 2' });

  // Change two configurations, and run both on thirty rows of a test set.
  await press(page, button('Add configuration'));
  await tabTo(page, page.getByRole('region', { name: 'Configuration 1' }).getByLabel('prompt'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(FIRST_PROMPT);
  await type(page, second.getByLabel('tone'), 'formal');
  await type(page, page.getByLabel('Test set'), 'cases');
  await press(page, button('All rows'));
  await press(page, page.locator('.menu summary'));
  await press(page, page.getByLabel('says formal'), 'Space');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('columnheader', { name: /says formal 1 · 30 done/ }).waitFor();
  await unfold(page);
  const rowsCommand = await shownIn(page);
  const trial = (await paste(`${rowsCommand} --json`)) as Trial; // what its schema says
  expect(trial.configurations.map(({ config, answered, scores }) => ({ config, answered, scores }))).toEqual([
    { config: { prompt: FIRST_PROMPT }, answered: 30, scores: { 'says formal': 0 } },
    { config: { tone: 'formal' }, answered: 30, scores: { 'says formal': 1 } },
  ]);
  expect(trial.rows.filter(({ is_same: isSame }) => isSame === false)).toHaveLength(30);
  await type(page, page.getByLabel('Show'), 'only');
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('31');
  await press(page, page.getByRole('grid'));
  await page.locator('.row-details').getByRole('heading', { name: 'Row 1' }).waitFor();
  for (const [index, { data }] of (trial.rows[0]?.answers ?? []).entries()) {
    const shown = page.locator('.row-details').getByRole('group', { name: `Answer ${index + 1}` });
    expect(await shown.textContent()).toBe(data);
  }

  // Save it.
  await press(page, second.getByRole('button', { name: 'Save…' }));
  await type(page, page.getByLabel('Name of the new variant'), 'formal');
  const saveCommand = await shownIn(page);
  expect(await commandIn(page)).toMatch(/^wf variants create formal --set tone=formal/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await paste(saveCommand.replace('create formal', 'create pasted'));
  expect(await paste('wf variants diff formal pasted --json')).toMatchObject({ fields: [], routes: [] });

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
  const runCommand = await shownIn(page);
  await press(page, dialog.getByRole('button', { name: 'Start' }));
  await press(page, page.getByRole('link', { name: /^formal@1/ }));
  await page.getByText('finished', { exact: true }).waitFor();

  // Look at what differs.
  await type(page, page.getByLabel('Compare with'), 'default@1');
  await page.locator('svg').first().waitFor();
  const [pasted] = (await paste(`${runCommand.replace('default,formal', 'pasted')} --json`)) as Evaluation[];
  const [own] = await server.client.listEvaluations({ app_id: server.appId, variant_name: 'formal' });
  expect(scoreOf(pasted)).toEqual(scoreOf(own));
  expect(scoreOf(pasted)).toEqual(['EVALUATION_FINISHED', 1]);
  await unfold(page);
  expect(await paste(`${await shownIn(page)} --json`)).toMatchObject({
    candidates: [
      {
        metrics: expect.arrayContaining([
          expect.objectContaining({ metric: 'says formal', baseline: 0, candidate: 1, better: 40, worse: 0 }),
        ]),
      },
    ],
  });
  await paste(await shownIn(page, 1));
  expect(await readFile(join(server.folder, 'report.html'), 'utf8')).toContain('says formal');

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
  await expect.poll(() => commandIn(page)).toMatch(/^wf env deploy production --variant formal@1 --evaluation [\w-]+$/);
  const deployCommand = await shownIn(page);
  await press(page, dialog.getByRole('button', { name: 'Deploy' }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('runs in production').waitFor();
  const { revisions } = (await paste(`${deployCommand} --json`)) as Deployed;
  // It runs already: the pasted command changes nothing.
  const ours = revisions.at(-1);
  expect(ours).toMatchObject({ deployed_variant_name: 'formal', modified_by: 'local (page)', evidence: PASSED });
});

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
