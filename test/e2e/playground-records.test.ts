import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { type OpenPage, openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';
import { extended } from '../helpers/extended.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

async function open(place: string): Promise<OpenPage> {
  return await openPage(`${server.url}/#/apps/support/${place}`, { key: server.key });
}

async function makeVariant(name: string, parameters: Record<string, unknown> = {}): Promise<string> {
  const body = { base_id: server.baseId, new_variant_name: name, new_config_name: name, parameters };
  return (await server.client.addVariantFromBase({ body })).variant_id;
}

async function load(page: Page, variant: string): Promise<void> {
  await page.getByLabel('Start from').selectOption({ label: variant });
}

test('a configuration is saved as a new variant, then as a new revision, and deployed', async () => {
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByLabel('prompt').fill('Shorten: {text}');
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByLabel('Name of the new variant').fill('saved');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Revision').waitFor();
  await page.getByLabel('prompt').fill('Shorten very much: {text}');
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Deploy…' }).click();
  await page.getByLabel('staging').check();
  await page.getByRole('button', { name: 'Deploy', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const variants = await server.client.listAppVariants({ app_id: server.appId });
  const saved = variants.find(({ variant_name }) => variant_name === 'saved');
  const [, staging] = await server.client.listAppEnvironments({ app_id: server.appId });
  expect(saved).toMatchObject({
    revision: 2,
    parameters: { prompt: 'Shorten very much: {text}', words: 50 },
    // Nobody touched the other fields: they follow the code.
    set_parameters: { prompt: 'Shorten very much: {text}' },
  });
  expect(staging).toMatchObject({ deployed_variant_name: 'saved', revision: 1 });

  await page.getByRole('button', { name: 'Reset prompt to its default' }).press('Enter');
  expect(await page.getByLabel('prompt').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const after = await server.client.getVariant({ variant_id: saved?.variant_id ?? '' });
  expect(after).toMatchObject({ revision: 3, parameters: { prompt: 'Summarise: {text}' }, set_parameters: {} });
});

test('a taken name is rejected in the dialog', async () => {
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByLabel('Name of the new variant').fill('default');
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  expect(await page.getByRole('dialog').getByRole('alert').innerText()).toContain('default');
  expect(opened.takeComplaints()).toEqual([expect.stringContaining('409')]);
});

test('changes from a loaded variant are shown word by word', async () => {
  await makeVariant('wordy', { prompt: 'Say it in several words', words: 80 });
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await load(page, 'wordy');
  await page.getByLabel('prompt').fill('Say it in seven words');
  await page.getByRole('button', { name: 'Changes' }).click();

  expect(await page.locator('.diff').innerText()).toContain('prompt');
  expect(await page.locator('.diff del').allInnerTexts()).toEqual(['several']);
  expect(await page.locator('.diff ins').allInnerTexts()).toEqual(['seven']);
});

test('two configurations answer the same inputs side by side', async () => {
  await makeVariant('second', { tone: 'formal' });
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByLabel('text', { exact: true }).fill('it');
  await page.getByRole('button', { name: 'Add configuration' }).click();
  const second = page.getByRole('region', { name: 'Configuration 2' });
  await second.getByLabel('Start from').selectOption({ label: 'second' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('group', { name: 'Answer' }).nth(1).waitFor();

  const answers = await page.getByRole('group', { name: 'Answer' }).allInnerTexts();
  expect(answers.map((answer) => answer.split('\n')[0])).toEqual(['# plain', '# formal']);
});

test('inputs are loaded from a row of a test set', async () => {
  const csvdata = [
    { text: 'first', count: '1' },
    { text: 'second', count: '3' },
  ];
  await server.client.createTestset({ body: { name: 'rows', csvdata } });
  await using opened = await open('routes/summarise');
  const { page } = opened;
  await page.getByLabel('Test set').selectOption({ label: 'rows' });
  await page.getByRole('button', { name: 'Load row' }).click();
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('first');
  await page.getByRole('button', { name: 'Next row' }).click();
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('second');
  expect(await page.getByLabel('count').inputValue()).toBe('3');
});

test('a variant shows what each revision changed, and opens in the playground', async () => {
  const id = await makeVariant('history', { prompt: 'old words', words: 40 });
  await server.client.updateVariantParameters({ variant_id: id, body: { parameters: { prompt: 'new words' } } });
  await using opened = await open(`variants/${id}`);
  const { page } = opened;
  await page.getByRole('heading', { name: 'Revision 2' }).waitFor();
  expect(await page.locator('del').allInnerTexts()).toEqual(['old']);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open in playground revision 1' }).click();
  await page.getByRole('link', { name: '/summarise' }).click();
  expect(await page.getByLabel('prompt').inputValue()).toBe('old words');
  expect(await page.getByLabel('Revision').inputValue()).toBe('1');
});

test('an environment shows its history and rolls back', async () => {
  const id = await makeVariant('next');
  const body = { environment_name: 'production', variant_id: id, message: 'Shorter answers' };
  await (await extended(server.client)).deployToEnvironment({ body });
  await using opened = await open('environments/production');
  const { page } = opened;
  await page.getByRole('row', { name: /^2 next@1 .* Shorter answers/ }).waitFor();
  await page.getByRole('button', { name: 'Roll back… to revision 1' }).click();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  await page.getByRole('row', { name: /^3 default@1/ }).waitFor();
  await page.reload();
  expect(await page.getByRole('row', { name: /^3 default@1/ }).innerText()).toMatch(
    /Rolled back to revision 1\s+current/,
  );
  expect(await findBarriers(page)).toEqual([]);
});

test('an evaluation shows its results, and scrolls smoothly over 20,000 rows', async () => {
  const id = await server.makeEvaluation(20_000);
  await using opened = await open(`evaluations/${id}`);
  const { page } = opened;
  await page.getByText('20,000 rows', { exact: true }).waitFor();
  const list = page.getByRole('group', { name: 'Rows, scrolling' });
  // Counts drawn rows instead of time, which depends on the machine: no frame draws more than is visible.
  const drawn = await list.evaluate(async (element) => {
    const counts: number[] = [];
    for (let frame = 0; frame < 60; frame += 1) {
      element.scrollTop += 8000;
      await new Promise(requestAnimationFrame);
      counts.push(element.querySelectorAll('[role=row], tr').length);
    }
    element.scrollTop = element.scrollHeight;
    return Math.max(...counts);
  });
  await page.getByRole('button', { name: '20000 show whole' }).waitFor();

  expect(await list.getByRole('row').count()).toBeLessThan(100);
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(100);
  expect(await findBarriers(page)).toEqual([]);
});

test('from a row of an evaluation to the next, and into the playground with its inputs and configuration', async () => {
  const id = await server.makeEvaluation(3);
  await using opened = await open(`evaluations/${id}?row=1`);
  const { page } = opened;
  await page.getByRole('heading', { name: 'Row 1' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Row 2' }).waitFor();
  expect(await page.getByRole('button', { name: 'Next row' }).isDisabled()).toBe(false);
  await page.getByRole('button', { name: 'Next row' }).click();
  expect(await page.getByRole('button', { name: 'Next row' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Try it here' }).click();
  await page.waitForURL(/routes\/summarise$/);
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('row number 3');
  expect(await page.getByLabel('Revision').inputValue()).toBe('1');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Copy answer' }).waitFor();
});

test('two evaluations are compared in pictures, whose points open rows of a link that others can open', async () => {
  const [before, after] = [await server.makeEvaluation(40), await server.makeEvaluation(40)];
  await using opened = await open('evaluations');
  const { page } = opened;
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('img', { name: /^Differences\. exact match: 0: no difference shown/ }).waitFor();
  await page.waitForURL(({ hash }) => hash.includes(`evaluations/${after}?baseline=${before}`));
  await page.getByLabel('Slices by column').selectOption('text');
  await page.getByRole('region', { name: 'Slices by text' }).getByText('1 row, too few to say much').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.locator('.point').last().click();
  await page.getByRole('heading', { name: /^Row \d+$/ }).waitFor();
  await page.waitForURL(new RegExp(`evaluations/${after}\\?row=\\d+$`));
  await page.reload();
  await page.getByRole('heading', { name: /^Row \d+$/ }).waitFor();
});

test('trends draw scores and costs with deployments, and their points open evaluations', async () => {
  const id = await server.makeEvaluation(4, 'trend score');
  const body = { environment_name: 'development', variant_id: server.variantId };
  await server.client.deployToEnvironment({ body });
  await server.makeEvaluation(5, 'trend score');
  await using opened = await open('evaluations');
  const { page } = opened;
  await page.getByRole('link', { name: 'Trends' }).click();
  await page.getByRole('combobox', { name: 'Score' }).selectOption('trend score');
  await page.waitForURL(/evaluations\?view=trends&metric=trend\+score$/);
  await page.reload();
  const titles = ['Quality against cost', 'Quality against latency', 'Scores over time', 'Costs over time'];
  for (const title of titles) await page.getByRole('img', { name: new RegExp(`^${title}\\. .*default@1: `) }).waitFor();
  const overTime = page.getByRole('img', { name: /^Scores over time/ });
  expect(await overTime.locator('.deploy-mark').last().textContent()).toBe('development revision 1');
  await page.getByText('Table: scores over time').click();
  const table = page.getByRole('table').filter({ hasText: 'trend score' }).last();
  const last = (await table.getByRole('row').allInnerTexts()).slice(-3);
  expect(last).toEqual([/default@1 on/, /deployed: development revision 1/, /default@1 on/].map(toMatching));
  expect(await findBarriers(page)).toEqual([]);
  await table
    .getByRole('link', { name: /^default@1 on / })
    .first()
    .press('Enter');
  await page.getByText('4 rows', { exact: true }).waitFor();
  await page.goBack();
  await overTime.locator('.scatter-point').first().click();
  await page.getByText('4 rows', { exact: true }).waitFor();
  await page.waitForURL(({ hash }) => hash.includes(`evaluations/${id}`));
});

function toMatching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

test('many variants are listed by pages, filtered, labelled and archived', async () => {
  await using other = await startPageServer();
  const { client, appId } = other;
  const body = { base_id: other.baseId, parameters: {} };
  for (let first = 0; first < 150; first += 50) {
    const names = Array.from({ length: 50 }, (_, index) => `many-${first + index}`);
    await Promise.all(
      names.map((name) =>
        client.addVariantFromBase({ body: { ...body, new_variant_name: name, new_config_name: name } }),
      ),
    );
  }
  await using opened = await openPage(`${other.url}/#/apps/support/routes`, { key: other.key });
  const { page } = opened;
  const lists: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/variants') && searchParams.has('total'))
      lists.push(`${searchParams.get('limit')} ${searchParams.has('cursor')}`);
  });
  await page.getByRole('link', { name: 'Variants' }).click();
  await page.getByText('151 variants', { exact: true }).waitFor();
  const list = page.getByRole('group', { name: 'Variants, scrolling' });
  expect(await list.getByRole('row').count()).toBeLessThan(50);
  expect(lists).toEqual(['100 false']);
  await list.evaluate((element) => void (element.scrollTop = element.scrollHeight));
  await expect.poll(() => lists).toEqual(['100 false', '100 true']);
  const last = page.locator('tr[aria-rowindex="152"]');
  // The list grows when the answer is drawn, which may be after a scroll.
  await expect
    .poll(async () => {
      await list.evaluate((element) => void (element.scrollTop = element.scrollHeight));
      return await last.isVisible();
    })
    .toBe(true);
  expect(await findBarriers(page)).toEqual([]);

  await page.getByLabel('Search').fill('MANY-149');
  await page.getByRole('link', { name: 'many-149' }).click();
  await page.getByRole('button', { name: 'Labels…' }).click();
  await page.getByLabel('One label a line').fill('team=search');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'team=search' }).waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'team=search' }).click();
  await page.getByText('0 variants', { exact: true }).waitFor();
  await page.getByLabel('Show').selectOption('archived');
  await page.getByRole('link', { name: 'many-149' }).waitFor();
  await page.waitForURL(({ hash }) => hash === '#/apps/support/variants?label=team%3Dsearch&archived=true');
  const [stored] = await (await extended(client)).listAppVariants({ app_id: appId, label: ['team'] });
  expect(stored).toMatchObject({ variant_name: 'many-149', labels: { team: 'search' } });
});
