import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { type OpenPage, openPage, type OpenPageOptions } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

async function open(place: string, options: OpenPageOptions = {}, { url, key } = server): Promise<OpenPage> {
  return await openPage(`${url}/#/apps/support/${place}`, { key, ...options });
}

const notice = (page: Page, text: string) => page.locator('.connection').getByText(text);
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

// At the same time: the page waits for a second before it asks a silent service again.
test.concurrent('a service that ends is reported, and the page goes on when it is back', async ({ expect }) => {
  await using own = await startPageServer();
  await using opened = await open('routes/summarise', {}, own);
  const { page } = opened;
  await page.getByLabel('text', { exact: true }).fill('the sea');
  const view = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/page/variants-page-'))?.name,
  );
  // With all that it imports. As text: the test's compiler rewrites imports.
  await page.evaluate(`import(${JSON.stringify(await view.jsonValue())}).then(() => null)`);
  await own.stop();
  await run(page);
  await notice(page, 'The service does not answer. The page tries again until it does.').waitFor();
  expect(await page.locator('.answer').getByRole('alert').innerText()).toContain('The server does not respond');
  await page.getByRole('link', { name: 'Variants' }).click();
  await page.locator('main').getByRole('alert').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await own.start();
  await page.getByRole('link', { name: 'default' }).waitFor();
  await page.locator('.connection p').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Routes' }).click();
  await page.getByRole('link', { name: '/summarise' }).click();
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('the sea');
  await run(page);
  await page.getByText('words of the sea').waitFor();
  opened.takeComplaints();
});

test.concurrent('a view whose code did not arrive asks for a reload once the service answers', async ({ expect }) => {
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByLabel('text', { exact: true }).fill('the sea');
  const code = `${server.url}/page/trends-page-*.js`;
  await page.route(code, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Evaluations' }).click();
  await page.getByRole('link', { name: 'Trends' }).click();
  await page.getByText('This part of the page could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Reload the page' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(code);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { name: 'Trends' }).waitFor();
  await page.goto(`${server.url}/#/apps/support/routes/summarise`);
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('the sea');
  opened.takeComplaints();
});

test.concurrent('an evaluation is watched to its end across a restart', async () => {
  const id = await server.makeEvaluation(3);
  await using opened = await open(`evaluations/${id}`);
  const { page } = opened;
  // The record, and its progress.
  const address = new RegExp(`/evaluations/${id}(/events)?$`);
  await page.getByText('finished', { exact: true }).waitFor();
  let answer: 'as it ran' | 'refused' | 'as it is' = 'as it ran';
  await page.route(address, async (route) => {
    if (answer === 'refused') return await route.abort('connectionrefused');
    if (answer === 'as it is') return await route.continue();
    const response = await route.fetch();
    return await route.fulfill({
      json: { ...(await response.json()), status: { type: 'status', value: 'EVALUATION_STARTED' } },
    });
  });
  await page.reload();
  await page.getByText('started', { exact: true }).waitFor();
  answer = 'refused';
  await notice(page, 'The service does not answer').waitFor();
  answer = 'as it is';
  await page.getByText('finished', { exact: true }).waitFor();
  await page.locator('.connection p').waitFor({ state: 'detached' });
  opened.takeComplaints();
});

test.concurrent('a slow service is reported until it answers', async () => {
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  await page.clock.install();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/apps/*/variants?*', async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Variants' }).click();
  await page.getByText('Loading…').waitFor();
  await asked.promise;
  await page.clock.fastForward(10_000);
  await notice(page, 'The service is slow to answer.').waitFor();
  held.resolve();
  await page.getByRole('link', { name: 'default' }).waitFor();
  await page.locator('.connection p').waitFor({ state: 'detached' });
});

test.concurrent('a page that is older than its service asks for a reload, and keeps what was typed', async ({
  expect,
}) => {
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByLabel('text', { exact: true }).fill('the sea');
  const html = await (await page.request.get(server.url, { headers: { accept: 'text/html' } })).text();
  const parts = `${server.url}/page/trends-page-*.js`;
  // A newer version has other scripts, and none of the old names.
  await page.route(`${server.url}/`, (route) => route.fulfill({ body: html.replaceAll('.js', '-newer.js') }));
  await page.route(parts, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Evaluations' }).click();
  await page.getByRole('link', { name: 'Trends' }).click();
  await notice(page, 'The service was updated since this page was loaded.').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(`${server.url}/`);
  await page.unroute(parts);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await page.getByRole('heading', { name: 'Trends' }).waitFor();
  await page.goto(`${server.url}/#/apps/support/routes/summarise`);
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('the sea');
  opened.takeComplaints();
});

test.concurrent('a computer that is offline says so, without motion where that is asked for', async ({ expect }) => {
  await using opened = await open('routes/summarise', { reducedMotion: 'reduce' });
  const { page } = opened;
  await page.getByLabel('text', { exact: true }).fill('the sea');
  await page.context().setOffline(true);
  await run(page);
  const text = notice(page, 'This computer is offline.');
  await text.waitFor();
  expect(await text.evaluate((element) => getComputedStyle(element, '::before').animationName)).toBe('none');
  await page.context().setOffline(false);
  await page.locator('.connection p').waitFor({ state: 'detached' });
  await run(page);
  await page.getByText('words of the sea').waitFor();
  opened.takeComplaints();
});
