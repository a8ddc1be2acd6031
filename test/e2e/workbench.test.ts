import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { type OpenPage, openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
let evaluators: readonly string[];
beforeAll(async () => {
  server = await startPageServer();
  const settings = { contains: { substring: 'formal' }, similar: { correct_answer_key: 'correct_answer' } };
  evaluators = await Promise.all([
    addEvaluator('says formal', 'auto_contains', settings.contains),
    addEvaluator('similar', 'auto_similarity_match', { ...settings.similar, similarity_threshold: 0.1 }),
  ]);
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function addEvaluator(name: string, evaluator_key: string, settings_values: object): Promise<string> {
  const body = { app_id: server.appId, name, evaluator_key, settings_values: { ...settings_values } };
  return (await server.client.createEvaluatorConfig({ body })).id;
}

async function addTestset(rows: number): Promise<string> {
  const csvdata = Array.from({ length: rows }, (_, index) => ({
    text: `the sea of row ${index + 1}`,
    correct_answer: `**50** words of the sea of row ${index + 1}`,
  }));
  return (await server.client.createTestset({ body: { name: `cases ${crypto.randomUUID()}`, csvdata } })).id;
}

interface Screen {
  readonly width: number;
  readonly height: number;
}

async function openRoute(query = '', viewport: Screen = { width: 1440, height: 900 }): Promise<OpenPage> {
  const address = `${server.url}/#/apps/support/routes/summarise${query}`;
  return await openPage(address, { key: server.key, viewport });
}

/** Sets the tone of the second configuration. */
async function addFormal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add configuration' }).click();
  await page.getByRole('region', { name: 'Configuration 2' }).getByLabel('tone').selectOption('formal');
}

test.each<Screen>([
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
])('inputs, two configurations and their answers fit into $width × $height', async (screen) => {
  await using open = await openRoute('', screen);
  const { page } = open;
  await addFormal(page);
  await page.getByLabel('text', { exact: true }).fill('the sea '.repeat(200));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('group', { name: 'Answer' }).nth(1).waitFor();
  const cards = await page.locator('.inputs, .config, .answer').evaluateAll((all) =>
    all.map((card) => {
      const { top, bottom, left, right, height } = card.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && height > 150;
    }),
  );
  expect(cards).toEqual([true, true, true, true, true]);
  const page_ = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(page_).toBeLessThanOrEqual(0);
});

test('only the differences of two configurations and their answers are shown', async () => {
  await using open = await openRoute();
  const { page } = open;
  await addFormal(page);
  await page.getByLabel('text', { exact: true }).fill('the sea');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('group', { name: 'Answer' }).nth(1).waitFor();
  await page.getByRole('switch', { name: 'Only differences' }).check();
  const fields = page.getByRole('region', { name: 'Configuration 2' }).locator('.config .field');
  expect(await fields.evaluateAll((all) => all.map((field) => field.getAttribute('data-field')))).toEqual(['tone']);
  const second = page.getByRole('group', { name: 'Answer' }).nth(1);
  expect(await second.locator('del').allInnerTexts()).toEqual(['plain']);
  expect(await second.locator('ins').allInnerTexts()).toEqual(['formal']);
  await page.reload();
  expect(await page.getByRole('switch', { name: 'Only differences' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Hide fields' }).click();
  expect(await page.locator('.config .field').count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
});

test('rows of a test set run with each configuration, next to what is expected, with scores', async () => {
  const testset = await addTestset(40);
  await using open = await openRoute(`?testset=${testset}`);
  const { page } = open;
  await page.getByRole('grid').waitFor();
  await addFormal(page);
  await page.getByText('Scores', { exact: true }).click();
  await page.getByLabel('says formal').check();
  await page.getByLabel('similar').check();
  await page.keyboard.press('Escape');
  // The menu closes, and its button has the focus.
  expect(await page.getByLabel('similar').isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('columnheader', { name: /30 done/ })
    .nth(1)
    .waitFor();
  await expect
    .poll(() => heads(page))
    .toEqual([
      expect.stringMatching(/^1: the code’s defaults says formal 0 · similar 1 · 30 done · .+ on average · \$0\.13$/),
      expect.stringMatching(/^2: the code’s defaults says formal 1 · similar 1 · 30 done · .+ on average · \$0\.13$/),
    ]);
  const cells = page.getByRole('row').nth(2).getByRole('gridcell');
  const texts = (await cells.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts.slice(0, 2)).toEqual(['the sea of row 2', '**50** words of the sea of row 2']);
  expect(texts[2]).toMatch(
    /^# plain \*\*50\*\* words of the sea of row 2 at 0\.7: .+ says formal ✗ fail similar ✓ pass .+ · \$0\.0042$/,
  );
  expect(texts[3]).toMatch(/^# formal .+ says formal ✓ pass similar ✓ pass/);
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('41');
  expect(await findBarriers(page)).toEqual([]);
});

async function heads(page: Page): Promise<string[]> {
  const all = await page.locator('.column-head').allInnerTexts();
  return all.map((text) => text.replaceAll(/\s+/g, ' '));
}

test('a choice of rows, their differences and an opened row are in the address, by keyboard', async () => {
  const testset = await addTestset(12);
  await using open = await openRoute(`?testset=${testset}&evaluators=${evaluators[0]}`);
  const { page } = open;
  await page.getByRole('grid').waitFor();
  await addFormal(page);
  await page.getByLabel(/^Rows to run/).fill('x');
  expect(await page.getByRole('button', { name: 'Run rows' }).isDisabled()).toBe(true);
  await page.getByLabel(/^Rows to run/).fill('2-3, 9');
  await page.keyboard.press('Enter');
  await page
    .getByRole('columnheader', { name: /3 done/ })
    .nth(1)
    .waitFor();
  await page.getByLabel('Show').selectOption('only differences');
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['2', '3', '9']);
  expect(await page.locator('[role="gridcell"] ins').allInnerTexts()).toEqual(['formal', 'formal', 'formal']);
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.locator('.row-details');
  expect(await details.getByRole('heading').allInnerTexts()).toEqual([
    'Row 3',
    'Inputs',
    'Expected',
    'Answer 1',
    'Answer 2',
  ]);
  const readQuery = () => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.split('?')[1]));
  await expect.poll(readQuery).toEqual({
    testset,
    evaluators: evaluators[0],
    rows: '2-3, 9',
    show: 'differences',
    row: '3',
  });
  await details.getByRole('button', { name: 'Edit inputs' }).click();
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('the sea of row 3');
  await page.goBack();
  expect(await details.getByRole('heading').first().innerText()).toBe('Row 3');
});

test('of ten thousand rows, only those on the screen are drawn', async () => {
  const testset = await addTestset(10_000);
  await using open = await openRoute(`?testset=${testset}`);
  const { page } = open;
  await page.getByText('10,000 rows', { exact: true }).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(40);
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await page.getByText('the sea of row 10000', { exact: true }).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(40);
});

test('a deleted test set is reported', async () => {
  await using open = await openRoute('?testset=gone');
  await open.page.getByRole('alert').waitFor();
  expect(await open.page.getByRole('alert').innerText()).toContain('gone');
  expect(open.takeComplaints()).toEqual([expect.stringContaining('404')]);
});

test('answers have a history: two are compared, one becomes a row of a test set, one is opened again', async () => {
  const testset = await addTestset(1);
  await using open = await openRoute();
  const { page } = open;
  for (const text of ['the first sea', 'the second sea']) {
    await page.getByLabel('text', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText(`words of ${text}`).waitFor();
  }
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('checkbox', { name: /answer 1$/ }).check();
  await page.getByRole('checkbox', { name: /answer 2$/ }).check();
  const comparison = page.locator('.answer-comparison');
  const differences = comparison.getByRole('group', { name: 'Differences of the answers' });
  // From the older to the newer.
  expect(await differences.locator('del, ins').allInnerTexts()).toEqual(['first', 'second']);
  expect(await findBarriers(page)).toEqual([]);
  // The link leads to the same comparison.
  await page.reload();
  await comparison.waitFor();
  await page.getByRole('button', { name: /^Add to test set….*answer 2$/ }).click();
  const dialog = page.getByRole('dialog');
  const name = (await server.client.getTestset({ testset_id: testset })).name;
  await dialog.getByRole('combobox', { name: 'Test set' }).selectOption({ label: name });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { csvdata } = await server.client.getTestset({ testset_id: testset });
  expect(csvdata[1]).toMatchObject({ text: 'the first sea', correct_answer: expect.stringContaining('the first sea') });
  await page.getByRole('button', { name: 'Open answer 2' }).click();
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('the first sea');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByText('No runs yet').waitFor();
});
