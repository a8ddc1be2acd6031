import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import type { EvaluationScenario, TestedEvaluation } from '../../src/contract/evaluations/evaluation.ts';
import { exportEvaluation } from '../../src/use-cases/evaluations/export-evaluation.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../helpers/evaluation-records.ts';
import { findBarriers } from '../helpers/find-barriers.ts';
import { findLayoutFaults } from '../helpers/find-layout-faults.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

const HOSTILE = [
  '</script><script>window.hacked = 1</script>',
  '<!--<script>',
  '<img src="https://example.invalid/x.png" onerror="window.hacked = 2">',
  '<style>@import "https://example.invalid/x.css";</style>',
  '[a link](javascript:window.hacked=3) ![x](https://example.invalid/y.png)',
  '\u2028\u2029\u0000 " \' ` ${7} \\u003c/script>',
  'half of a pair \ud800',
];

let folder: TempFolder;
beforeAll(async () => void (folder = await tempFolder()));
afterAll(async () => await folder[Symbol.asyncDispose]());

const CANDIDATE = evaluationOf({
  variant_names: ['tuned</title><script>window.hacked = 4</script>'],
  testset_name: '<b>cases</b>',
  aggregated_results: [scoreOf('exact_match', 0.5), scoreOf('<i>own</i>', 0.5)],
});
const BASELINE = evaluationOf({
  id: '01932c5e-3333-7000-8000-000000000002',
  aggregated_results: [scoreOf('exact_match', 0.5)],
});

function* rowsOf(count: number, isBaseline: boolean): Generator<EvaluationScenario> {
  for (let place = 0; place < count; place += 1) {
    const input = HOSTILE[place] ?? `question ${place}`;
    const output = HOSTILE[place] ?? `answer ${place % 10}`;
    const scores = { exact_match: isBaseline || place % 4 !== 0, '<i>own</i>': (place % 7) / 7 };
    yield rowOf({ input, output, scores, latency: (place % 100) / 50, cost: place % 3 === 0 ? null : 0.001 });
  }
}

/** Exports an evaluation of `rowCount` rows and returns the file's URL. */
async function writeReport(
  count: number,
  baseline: TestedEvaluation | null = null,
  groupBy: string | null = null,
): Promise<string> {
  const paginate = (_: string, { evaluation_id }: { evaluation_id: string }) =>
    streamOf(rowsOf(count, evaluation_id === BASELINE.id));
  // The export reads pages of rows, and other evaluations on them.
  const client = { paginate, listEvaluations: () => Promise.resolve([]) } as unknown as Client;
  const file = folder.path(`report-${count}-${baseline === null ? 'alone' : 'compared'}-${groupBy}.html`);
  const rows = () => streamOf(rowsOf(count, true));
  const named = baseline === null ? null : { rows: { evaluation: baseline, rows }, source: null };
  await writeFile(file, exportEvaluation({ client, evaluation: CANDIDATE, format: 'html', baseline: named, groupBy }));
  return pathToFileURL(file).href;
}

/** Opens a file offline; any other request or console error fails the test. */
async function openFile(
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page } & AsyncDisposable> {
  const browser = await chromium.connect(inject('browserEndpoint'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const [complaints, requests]: [string[], string[]] = [[], []];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => complaints.push(dialog.message()));
  context.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
  const close = async () => {
    const hacked = await page.evaluate(() => (globalThis as { hacked?: number }).hacked ?? null);
    await context.close();
    await browser.close();
    expect({ complaints, requests, hacked }).toEqual({ complaints: [], requests: [address], hacked: null });
  };
  return { page, [Symbol.asyncDispose]: close };
}

const shown = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
const rowNumbers = async (page: Page) =>
  (await page.getByRole('button', { name: /show whole$/ }).allInnerTexts()).map((text) => text.split(/\s/)[0]);

test('the file shows results, comparison, worst rows and all rows, and sends no request', async () => {
  await using opened = await openFile(await writeReport(40, BASELINE));
  const { page } = opened;
  await shown(page, '40 of 40 rows');
  await page.getByRole('row', { name: /^exact_match 0\.75 0\.\d+ to 0\.\d+ 40 0/ }).waitFor();
  await page.getByRole('row', { name: /^exact_match 1 0\.75 -0\.25 worse .*/ }).waitFor();
  await page.getByRole('heading', { name: 'Rows that got worse' }).waitFor();
  await page.getByRole('heading', { name: 'Worst rows' }).waitFor();
});

test('pictures of a comparison have tables, and their points open rows', async () => {
  await using opened = await openFile(await writeReport(40, BASELINE));
  const { page } = opened;
  await shown(page, '40 of 40 rows');
  await page.getByRole('img', { name: /^Differences\. exact_match: -0\.25: worse$/ }).waitFor();
  await page.getByRole('img', { name: 'exact_match of rows: 0 better, 10 worse, 30 the same' }).waitFor();
  await page.locator('.point.worse').last().click();
  await page.getByRole('region', { name: 'Row 37', exact: true }).waitFor();
  await page.getByLabel('Rows by').selectOption('latency');
  await page.getByRole('img', { name: /^Distribution of latency: median / }).waitFor();
  await page.getByText('Table: rows by latency, before and after').click();
  await page.getByRole('button', { name: 'Row 40', exact: true }).click();
  await page.getByRole('region', { name: 'Row 40', exact: true }).waitFor();
});

test('slices of a comparison are drawn, and small ones say so', async () => {
  await using opened = await openFile(await writeReport(40, BASELINE, 'text'));
  const { page } = opened;
  await page.getByRole('region', { name: 'Slices by text' }).getByText('1 row, too few to say much').first().waitFor();
});

test("a model's output is shown as text, whatever it contains", async () => {
  await using opened = await openFile(await writeReport(10, BASELINE));
  const { page } = opened;
  await shown(page, '10 of 10 rows');
  for (const [index, text] of HOSTILE.entries()) {
    await page.getByRole('button', { name: `${index + 1} show whole`, exact: true }).click();
    const whole = page.getByRole('region', { name: `Row ${index + 1}`, exact: true });
    const cells = await whole.locator('dd').evaluateAll((all) => all.map(({ textContent }) => textContent));
    expect(cells.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => text));
  }
  expect(await page.locator('main img, main style, main script, main i, main b').count()).toBe(0);
  expect(await page.title()).toBe('tuned</title><script>window.hacked = 4</script>@2 on <b>cases</b>');
});

test('rows can be searched, filtered to failed ones, and sorted', async () => {
  await using opened = await openFile(await writeReport(40));
  const { page } = opened;
  await shown(page, '40 of 40 rows');
  await page.getByLabel('Show').selectOption('rows that failed');
  await shown(page, '10 of 40 rows');
  await page.getByLabel('Search').fill('QUESTION 3');
  await shown(page, '2 of 40 rows');
  await expect.poll(() => rowNumbers(page)).toEqual(['33', '37']);
  await page.getByRole('button', { name: 'Row', exact: true }).click();
  await expect.poll(() => rowNumbers(page)).toEqual(['37', '33']);
  await page.getByLabel('Show').selectOption('rows with errors');
  await shown(page, '0 of 40 rows');
  await page.getByLabel('Show').selectOption('all rows');
  await page.getByLabel('Search').fill('');
  await page.getByRole('button', { name: 'Cost', exact: true }).click();
  // Rows with an unknown cost come last.
  await expect.poll(async () => (await rowNumbers(page))[0]).toBe('2');
});

test('100,000 rows open, are drawn a screen at a time, and can be searched', async () => {
  await using opened = await openFile(await writeReport(100_000));
  const { page } = opened;
  await page.getByText('100,000 of 100,000 rows', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /show whole$/ }).count()).toBeLessThan(100);
  await page
    .getByRole('group', { name: 'Rows, scrolling' })
    .evaluate((list) => void (list.scrollTop = list.scrollHeight));
  await page.getByRole('button', { name: '100000 show whole' }).waitFor();
  await page.getByLabel('Search').fill('question 99999');
  await page.getByText('1 of 100,000 rows', { exact: true }).waitFor();
});

test.each([
  ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
  ['a phone', { viewport: { width: 360, height: 740 } }],
  ['a tablet in the dark', { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' as const }],
  ['a wide screen', { viewport: { width: 1920, height: 1080 } }],
])('on %s, the report overlaps nothing, fits, and can be read by all, on paper, too', async (_, options) => {
  // The accessibility checker is a script, which the file's policy would block.
  await using opened = await openFile(await writeReport(12, BASELINE, 'text'), { ...options, bypassCSP: true });
  const { page } = opened;
  await shown(page, '12 of 12 rows');
  await page.getByRole('button', { name: '3 show whole', exact: true }).click();
  await page.getByRole('region', { name: 'Row 3', exact: true }).waitFor();
  expect([await findLayoutFaults(page), await findBarriers(page)]).toEqual([[], []]);
  // A4 at 96 dots per inch.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  const ground = await page.evaluate(
    () => getComputedStyle(document.querySelector('.card') ?? document.body).backgroundColor,
  );
  expect([ground, await findLayoutFaults(page)]).toEqual(['rgb(255, 255, 255)', []]);
  expect(await page.getByRole('group', { name: 'Rows, scrolling' }).isVisible()).toBe(false);
  expect(await page.getByRole('region', { name: 'Row 3', exact: true }).isVisible()).toBe(true);
});
