import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import { LONG_VALUE } from '../../src/foundation/sizes.ts';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

test('the printed address signs in once, loses its code, and survives a reload', async () => {
  await using open = await openPage(server.pageUrl);
  const { page } = open;
  await page.getByRole('link', { name: 'Routes', exact: true }).click();
  await page.getByRole('link', { name: '/summarise' }).click();
  await page.waitForURL(`${server.url}/#/apps/support/routes/summarise`);
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  await page.reload();
  await page.getByRole('heading', { name: 'Inputs' }).waitFor();

  await using other = await openPage(server.pageUrl);
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await other.page.getByRole('alert').innerText()).toContain('was already used');
  expect(other.takeComplaints()).toEqual([expect.stringContaining('403')]);
});

test('a key signs in, and signing out ends it', async () => {
  await using open = await openPage(`${server.url}/`);
  const { page } = open;
  await page.getByLabel('Key').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(open.takeComplaints()).toEqual([expect.stringContaining('403')]);
  await page.getByLabel('Key').fill(server.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'What runs' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

/** Types a text into a route's inputs and runs it, so that the browser stores a draft and an answer. */
async function leaveTraces(page: Page): Promise<void> {
  await page.goto(`${server.url}/#/apps/support/routes/summarise`);
  await page.getByLabel('text', { exact: true }).fill('for my eyes only');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect
    .poll(() => storedIn(page))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^wf:history:/), expect.stringMatching(/^wf:draft:/)]));
}

async function storedIn(page: Page): Promise<string[]> {
  return await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
}

test('signing out leaves nothing in this tab, and another one shows nothing any more', async () => {
  await using open = await openPage(`${server.url}/`, { key: server.key });
  const { page } = open;
  const kept: string[] = [];
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/' || pathname.startsWith('/page/')) return;
    if (response.headers()['cache-control'] !== 'no-store') kept.push(pathname);
  });
  await leaveTraces(page);
  const other = await page.context().newPage();
  await leaveTraces(other);
  await other.goto(`${server.url}/#/apps/support/variants`);
  await other.getByRole('heading', { level: 1, name: 'Variants' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await Promise.all([page, other].map((tab) => tab.getByRole('heading', { name: 'Sign in' }).waitFor()));
  expect([await storedIn(page), await storedIn(other), await other.title()]).toEqual([[], [], 'Sign in · wf']);
  expect(kept).toEqual([]);
});

test('a session that ended elsewhere leaves nothing, and asks to sign in again on the same page', async () => {
  await using open = await openPage(`${server.url}/`, { key: server.key });
  const { page } = open;
  await leaveTraces(page);
  await page.context().request.delete(`${server.url}/session`);
  await page.getByRole('link', { name: 'Evaluations' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await storedIn(page)).toEqual([]);
  await page.getByLabel('Key').fill(server.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Evaluations' }).waitFor();
  const complaints = open.takeComplaints();
  expect(complaints).toContainEqual(expect.stringContaining('401'));
  expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
});

test('a workflow that answers 401 signs nobody out', async () => {
  await using open = await openPage(`${server.url}/`, { key: server.key });
  const { page } = open;
  await leaveTraces(page);
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/session');
  await page.route('**/playground/run/**', (route) => route.fulfill({ status: 401, json: { detail: 'Not yours.' } }));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await asked;
  await page.getByText('Not yours.').first().waitFor();
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('for my eyes only');
  expect(open.takeComplaints()).toEqual([expect.stringContaining('401')]);
});

test('an answer adds no script, no image and no harmful link to the page', async () => {
  await using open = await openPage(`${server.url}/#/apps/support/routes/summarise`, { key: server.key });
  const { page } = open;
  const evil = [
    '<img src=x onerror="document.title=1"><script>document.title=2</script>',
    '![picture](https://attacker.test/p.png) [bad](javascript:document.title=3) [good](https://example.org/)',
  ].join('\n\n');
  await page.getByLabel('prompt').fill(evil);
  await page.getByLabel('text', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Markdown' }).click();
  const answer = page.locator('.markdown');
  await answer.getByRole('link', { name: 'good' }).waitFor();

  expect(await answer.locator('img, script, iframe').count()).toBe(0);
  expect(await answer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    ['https://attacker.test/p.png', 'https://example.org/'],
  );
  expect(await page.title()).toBe('/summarise, Routes, support · wf');
});

test('text from right to left reaches no further than the element that shows them', async () => {
  const name = 'تجربة';
  const made = { body: { base_id: server.baseId, new_variant_name: name, new_config_name: name, parameters: {} } };
  await server.client.addVariantFromBase(made);
  await using open = await openPage(`${server.url}/#/apps/support/variants`, { key: server.key });
  const { page } = open;
  await page.getByText(name).first().waitFor();
  for (const place of ['variants', 'environments', 'evaluations', 'routes/summarise']) {
    await page.goto(`${server.url}/#/apps/support/${place}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    const joined = await page.evaluate(() =>
      [...document.querySelectorAll('body *:not(noscript)')]
        .filter((element) => getComputedStyle(element).display === 'inline' && element.textContent !== '')
        .filter((element) => !/isolate|plaintext/.test(getComputedStyle(element).unicodeBidi))
        .map((element) => element.outerHTML.slice(0, 100)),
    );
    expect(joined, place).toEqual([]);
  }
});

test('every control works with the keyboard alone', async () => {
  await using open = await openPage(`${server.url}/#/apps/support/routes/summarise`, { key: server.key });
  const { page } = open;
  await page.getByLabel('text', { exact: true }).focus();
  await page.keyboard.type('the sea');
  await page.getByRole('slider', { name: 'words' }).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.getByLabel('stream').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await page.getByRole('tab', { name: 'Form' }).focus();
  await page.keyboard.press('ArrowRight');
  const config: unknown = JSON.parse(await page.getByLabel('Configuration as JSON').inputValue());
  expect(config).toMatchObject({ words: 11, stream: true, tone: 'formal', model: 'large-1' });
  await page.getByRole('button', { name: 'Run', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('11** words of the sea').waitFor();
});

test.each([
  ['a phone in the dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['a wide screen', { viewport: { width: 2560, height: 1300 }, colorScheme: 'light' }],
] as const)('%s cuts nothing off and has no serious accessibility violation', async (_, options) => {
  await using open = await openPage(`${server.url}/#/apps/support/routes/summarise`, { key: server.key, ...options });
  const { page } = open;
  for (const place of ['routes/summarise', 'variants', 'environments', 'environments/production', 'evaluations']) {
    await page.goto(`${server.url}/#/apps/support/${place}`);
    await page.locator('main h1').first().waitFor({ state: 'attached' });
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
    expect(width[0], place).toBeLessThanOrEqual(width[1]);
    expect(await findBarriers(page), place).toEqual([]);
  }
});

test('a value of 2 MiB is cut where rows are listed and compared, each with a link to the whole', async () => {
  const [before, after] = [await server.makeEvaluation(2), await server.makeEvaluation(2)];
  const long = '<script>document.title = "run"</script>'.padEnd(2 * 1024 * 1024, 'x');
  setOutputs(after, long);
  await using opened = await openPage(`${server.url}/#/apps/support/evaluations/${after}`, { key: server.key });
  const { page } = opened;
  await page.getByRole('button', { name: '2 show whole' }).click();
  await page.getByText('xxx… (2,097,152 characters, cut)').waitFor();
  expect(await page.evaluate(() => document.documentElement.outerHTML.length)).toBeLessThan(10 * LONG_VALUE.most);
  expect(await findBarriers(page)).toEqual([]);
  expect(await openWhole(page)).toEqual({ title: '', rows: [[after, 2, long]] });
  await page.goto(`${server.url}/#/apps/support/evaluations/${after}?baseline=${before}`);
  await page.getByRole('heading', { name: 'Rows that got better' }).waitFor();
  expect(await openWhole(page)).toEqual({ title: '', rows: [[after, 1, long]] });
});

/** Gives all rows of an evaluation another output, which its evaluator likes. */
function setOutputs(evaluationId: string, value: string): void {
  using database = new DatabaseSync(join(server.folder, '.wf/wf.db'));
  database.exec('PRAGMA busy_timeout = 5000');
  database
    .prepare(
      `update evaluation_outcomes set outputs = json_set(outputs, '$[0].result.value', ?),
        results = json_set(results, '$[0].result.value', json('true')) where evaluation_id = ?`,
    )
    .run(value, evaluationId);
}

/** Opens the first whole row that a view links to, and reads what the browser shows. */
async function openWhole(page: Page) {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the whole row' }).first().click();
  const tab = await opening;
  // Answers of the interface are lists of wire records.
  const rows = JSON.parse((await tab.locator('body').textContent()) ?? '') as EvaluationScenario[];
  const title = await tab.title();
  await tab.close();
  return { title, rows: rows.map((row) => [row.evaluation_id, row.row, row.outputs[0]?.result.value]) };
}
