import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { extended } from '../helpers/extended.ts';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

async function makeVariant(name: string, parameters: Record<string, unknown>): Promise<string> {
  const body = { base_id: server.baseId, new_variant_name: name, new_config_name: name, parameters };
  return (await server.client.addVariantFromBase({ body })).variant_id;
}

/** Opens the same place in two browsers. */
async function openTwo(place: string) {
  const open = () => openPage(`${server.url}/#/apps/support/${place}`, { key: server.key });
  await using stack = new AsyncDisposableStack();
  const [one, other] = [stack.use(await open()), stack.use(await open())];
  const opened = stack.move();
  // The refusal of the second is what is tried here.
  const close = async () => {
    for (const each of [one, other]) each.takeComplaints();
    await opened.disposeAsync();
  };
  return { one: one.page, other: other.page, [Symbol.asyncDispose]: close };
}

async function saveField(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Save…' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

const isClosed = async (page: Page) => await page.getByRole('dialog').waitFor({ state: 'hidden' });

test('the second save of a revision shows both changes, and puts its own on top', async () => {
  const variant_id = await makeVariant('shared', { prompt: 'Short: {text}', words: 40 });
  await using two = await openTwo('routes/summarise');
  const { one, other } = two;
  for (const page of [one, other]) await page.getByLabel('Start from').selectOption({ label: 'shared' });
  await saveField(one, 'prompt', 'Shorter: {text}');
  await isClosed(one);
  await saveField(other, 'words', '30');
  const dialog = other.getByRole('dialog');
  expect(await dialog.getByRole('alert').innerText()).toBe('Nothing was saved: somebody else saved revision 2 first.');
  expect(await dialog.getByRole('region', { name: 'Both changes' }).innerText()).toMatch(
    /prompt\s+Short→?.*words\s+40 → 30\s+No field is in both: saving keeps all changes\./s,
  );
  expect(await findBarriers(other)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save on top of revision 2' }).click();
  await isClosed(other);
  expect(await other.getByLabel('prompt', { exact: true }).inputValue()).toBe('Shorter: {text}');
  const stored = await server.client.getVariant({ variant_id });
  expect(stored).toMatchObject({ revision: 3, set_parameters: { prompt: 'Shorter: {text}', words: 30 } });

  // Both began at revision 2 or 3, and change the same field.
  await saveField(one, 'prompt', 'Shortest: {text}');
  await one.getByRole('button', { name: 'Save on top of revision 3' }).click();
  await isClosed(one);
  await saveField(other, 'prompt', 'Brief: {text}');
  await other.getByText('Both changed prompt: saving takes yours there, and keeps their other changes.').waitFor();
  await other.getByRole('button', { name: 'Save on top of revision 4' }).click();
  await isClosed(other);
  expect(await server.client.getVariant({ variant_id })).toMatchObject({
    revision: 5,
    set_parameters: { prompt: 'Brief: {text}', words: 30 },
  });
});

test('of two deployments at once, the second is asked before it replaces the first', async () => {
  const ids = [await makeVariant('left', { words: 10 }), await makeVariant('right', { words: 20 })];
  await using two = await openTwo('variants');
  const pages = [two.one, two.other];
  for (const [index, page] of pages.entries()) {
    await page.goto(`${server.url}/#/apps/support/variants/${ids[index]}`);
    await page.getByRole('button', { name: 'Deploy… revision 1' }).click();
    await page.getByLabel('staging').check();
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Deploy', exact: true }).click()));
  const over = pages.map((page) => page.getByRole('button', { name: 'Deploy over it' }));
  await Promise.race(over.map((button) => button.waitFor()));
  expect((await readStaging()).revision).toBe(1);
  const [late, button] = (await over[0]?.isVisible()) === true ? [two.one, over[0]] : [two.other, over[1]];
  expect(await late.getByText('staging changed while this dialog was open').innerText()).toMatch(
    /Before: nothing deployed yet\. Now: runs (left|right)@1\. .+ deployed that at/,
  );
  await button?.click();
  await isClosed(late);
  expect(await readStaging()).toMatchObject({
    revision: 2,
    deployed_variant_name: late === two.one ? 'left' : 'right',
    deployed_variant_revision: 1,
  });
});

async function readStaging() {
  const [, staging] = await (await extended(server.client)).listAppEnvironments({ app_id: server.appId });
  if (staging === undefined) throw new Error('There is no staging.');
  return staging;
}

test('a roll-back does not undo a deployment that the person did not see', async () => {
  const [first, second, third] = await Promise.all(
    ['first', 'second', 'third'].map(async (name, index) => await makeVariant(name, { words: 11 + index })),
  );
  const deploy = async (variant_id = '') =>
    await server.client.deployToEnvironment({ body: { environment_name: 'development', variant_id } });
  await deploy(first);
  await deploy(second);
  await using two = await openTwo('environments/development');
  const { one: page } = two;
  await page.getByRole('button', { name: 'Roll back… to revision 1' }).click();
  await page.getByRole('button', { name: 'Roll back', exact: true }).waitFor();
  await deploy(third);
  // The dialog is told while it is open.
  await page.getByText('Before: runs second@1. Now: runs third@1.').waitFor();
  await page.getByRole('button', { name: 'Roll back over it' }).click();
  await isClosed(page);
  const [development] = await server.client.listAppEnvironments({ app_id: server.appId });
  expect(development).toMatchObject({ revision: 4, deployed_variant_name: 'first' });
});

test('two people label the same record: each keeps the other’s labels, and a label of both is asked about', async () => {
  const variant_id = await makeVariant('labelled', { words: 15 });
  await using two = await openTwo(`variants/${variant_id}`);
  const pages = [two.one, two.other];
  const write = async (page: Page, text: string) => {
    await page.getByRole('button', { name: 'Labels…' }).click();
    await page.getByLabel('One label a line').fill(text);
  };
  await write(two.one, 'team=search\nowner=ann');
  await write(two.other, 'team=sales\nstage=trial');
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Save', exact: true }).click()));
  const asked = pages.map((page) => page.getByText(/Somebody else changed labels meanwhile: .*team=/));
  await Promise.race(asked.map((notice) => notice.waitFor()));
  const labels = async () => (await (await extended(server.client)).getVariant({ variant_id })).labels;
  const before = await labels();
  expect([
    { team: 'search', owner: 'ann' },
    { team: 'sales', stage: 'trial' },
  ]).toContainEqual(before);
  const late = (await asked[0]?.isVisible()) === true ? two.one : two.other;
  await late.getByRole('button', { name: 'Save', exact: true }).click();
  await isClosed(late);
  const own = late === two.one ? { team: 'search', owner: 'ann' } : { team: 'sales', stage: 'trial' };
  expect(await labels()).toEqual({ ...before, ...own });
});

test('two rows that are added to a test set at once are both there', async () => {
  const csvdata = [{ text: 'before', correct_answer: 'yes' }];
  const { id: testset_id } = await server.client.createTestset({ body: { name: 'collected', csvdata } });
  await using two = await openTwo('routes/summarise');
  const pages = [two.one, two.other];
  for (const [index, page] of pages.entries()) {
    await page.getByLabel('text', { exact: true }).fill(`added ${index}`);
    await page.getByRole('button', { name: /^Run/ }).first().click();
    await page.getByRole('button', { name: /^Add to test set/ }).click();
    await page.getByRole('dialog').getByLabel('Test set').first().selectOption({ label: 'collected' });
  }
  await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Add', exact: true }).click()));
  for (const page of pages) await isClosed(page);
  const { csvdata: rows } = await server.client.getTestset({ testset_id });
  expect(new Set(rows.map(({ text }) => text))).toEqual(new Set(['before', 'added 0', 'added 1']));
  expect(rows).toHaveLength(3);
});
