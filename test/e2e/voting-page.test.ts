import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { type OpenPage, openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';
import { extended } from '../helpers/extended.ts';

const TEXTS = ['alpha', 'beta', 'gamma'];

let server: PageServer;
let variantId: string;
beforeAll(async () => {
  server = await startPageServer();
  const parameters = { tone: 'formal' };
  const body = { base_id: server.baseId, new_variant_name: 'stiff', new_config_name: 'stiff', parameters };
  variantId = (await server.client.addVariantFromBase({ body })).variant_id;
});
afterAll(async () => await server[Symbol.asyncDispose]());

interface Vote {
  readonly id: string;
  /** Opens each voter's link in a separate browser profile. */
  open(options?: Parameters<typeof openPage>[1]): Promise<OpenPage>;
}

async function makeVote(type: 'human_a_b_testing' | 'single_model_test' = 'human_a_b_testing'): Promise<Vote> {
  const { appId, url } = server;
  const client = await extended(server.client);
  const csvdata = TEXTS.map((text) => ({ text, correct_answer: `about ${text}` }));
  const testset = await client.createTestset({ body: { name: `cases ${crypto.randomUUID()}`, csvdata } });
  const { id } = await client.createHumanEvaluation({
    body: {
      app_id: appId,
      variant_ids: type === 'human_a_b_testing' ? [server.variantId, variantId] : [server.variantId],
      evaluation_type: type,
      inputs: ['text'],
      testset_id: testset.id,
      status: 'EVALUATION_INITIALIZED',
      generate: {
        route: '/summarise',
        rate_limit: { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
      },
    },
  });
  const made = async () => (await client.listHumanOutputs({ evaluation_id: id })).map(({ done }) => done);
  await expect.poll(made).toEqual(type === 'human_a_b_testing' ? [3, 3] : [3]);
  const { code } = await client.getHumanLinks({ evaluation_id: id });
  return { id, open: async (options) => await openPage(`${url}/#vote=${id}.${code ?? ''}`, options) };
}

async function join(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: /^Output/ })
    .first()
    .waitFor();
}

const caseHeading = (page: Page, place: number) => page.getByRole('heading', { name: `Case ${place} of 3` }).waitFor();

test('two people vote with the keyboard alone, without learning the variants', async () => {
  const vote = await makeVote();
  const seen = new Map<string, string[]>();
  for (const name of ['ana', 'ben']) {
    await using opened = await vote.open();
    const { page } = opened;
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/voting/')) bodies.push(response.text());
    });
    await join(page, name);
    for (const [index, key] of ['1', '2', '3'].entries()) {
      await caseHeading(page, index + 1);
      const output = page.getByRole('region', { name: 'Output 1' });
      await output
        .getByText(TEXTS[index] ?? '')
        .first()
        .waitFor();
      seen.set(name, [...(seen.get(name) ?? []), await output.innerText()]);
      await page.keyboard.press(key);
    }
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const said = (await Promise.all(bodies)).join('\n');
    expect(said).toContain('alpha');
    for (const word of [server.variantId, variantId, 'default', 'stiff']) expect(said).not.toContain(word);
    await page.waitForURL(`${server.url}/#/vote/${vote.id}`);
  }
  const votes = await (await extended(server.client)).listHumanVotes({ evaluation_id: vote.id });
  // The tone of an output reveals its variant, and so which came first.
  const voters = await (await extended(server.client)).listHumanVoters({ evaluation_id: vote.id });
  const expected = TEXTS.map((_, index) =>
    voters.map(({ name }) => {
      const isFormalFirst = seen.get(name)?.[index]?.includes('formal') === true;
      const [first, second] = isFormalFirst ? [variantId, server.variantId] : [server.variantId, variantId];
      return [first, second, '1'][index];
    }),
  );
  expect(votes.map((each) => each.votes.map(({ vote: given }) => given))).toEqual(expected);
  expect(voters.map(({ name, votes: count }) => [name, count])).toEqual([
    ['ana', 3],
    ['ben', 3],
  ]);
});

test('a reload continues at the same case, in the same order, and the last vote can be undone', async () => {
  const vote = await makeVote();
  await using opened = await vote.open();
  const { page } = opened;
  await join(page, 'ana');
  const first = await page.getByRole('region', { name: 'Output 1' }).innerText();
  await page.keyboard.press('4');
  await caseHeading(page, 2);
  await page.reload();
  await caseHeading(page, 2);
  await page.keyboard.press('u');
  await caseHeading(page, 1);
  await page.getByText('0 of 3 voted on').waitFor();
  expect(await page.getByRole('region', { name: 'Output 1' }).innerText()).toBe(first);
  await page.keyboard.press('n');
  await caseHeading(page, 2);
  await page.keyboard.press('p');
  await caseHeading(page, 1);
});

test('a vote by mouse can have a note, and a voter who reveals the variants is no longer blind', async () => {
  const vote = await makeVote();
  await using opened = await vote.open();
  const { page } = opened;
  await join(page, 'ana');
  await page.getByLabel('Note (optional)').fill('too short');
  await page.getByRole('button', { name: 'Both are bad' }).click();
  await caseHeading(page, 2);
  await page.getByRole('button', { name: 'Show which is which…' }).click();
  expect(await page.getByRole('dialog').innerText()).toContain('not count as blind');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('stiff@1').waitFor();
  await page.getByRole('button', { name: 'Output 1 is better' }).click();
  await caseHeading(page, 3);
  const votes = await (await extended(server.client)).listHumanVotes({ evaluation_id: vote.id });
  expect(votes.map((each) => each.votes.map(({ note, is_blind }) => [note, is_blind]))).toEqual([
    [['too short', true]],
    [['', false]],
    [],
  ]);
});

test('a single variant is scored from 0 to 100 with the keyboard', async () => {
  const vote = await makeVote('single_model_test');
  await using opened = await vote.open();
  const { page } = opened;
  await join(page, 'ana');
  for (const [index, score] of ['70', '0', '100'].entries()) {
    await caseHeading(page, index + 1);
    await expect
      .poll(() => page.getByLabel('Score, 0 to 100').evaluate((each) => each === document.activeElement))
      .toBe(true);
    await page.keyboard.type(score);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.getByRole('button', { name: 'Show the variant' }).click();
  await page.getByRole('row', { name: /default@1 3 56\.7/ }).waitFor();
  expect(await server.client.getHumanEvaluationResults({ evaluation_id: vote.id })).toEqual({
    results_data: { 0: 1, 70: 1, 100: 1 },
  });
});

test('a taken name is rejected next to its field', async () => {
  const vote = await makeVote();
  {
    await using first = await vote.open();
    await join(first.page, 'ana');
  }
  await using second = await vote.open();
  await second.page.getByLabel('Name').fill('ana');
  await second.page.keyboard.press('Enter');
  expect(await second.page.getByRole('alert').innerText()).toContain('Somebody already votes as "ana"');
  expect(second.takeComplaints()).toEqual([expect.stringContaining('409')]);
});

test('a dead link says so, and a voter can read nothing else of the service', async () => {
  const vote = await makeVote();
  await using wrong = await openPage(`${server.url}/#vote=${vote.id}.nonsense`);
  await wrong.page.getByRole('alert').getByText('is no longer valid').waitFor();
  expect(wrong.takeComplaints()).toEqual([expect.stringContaining('403')]);
  await using opened = await vote.open();
  await join(opened.page, 'ana');
  const status = await opened.page.evaluate(async () => (await fetch('/apps')).status);
  expect(status).toBe(401);
  opened.takeComplaints();
});

test("a vote that the app's page closes says so to voters before they vote, until the page reopens it", async () => {
  const vote = await makeVote();
  await using voter = await vote.open();
  await join(voter.page, 'ana');
  await voter.page.keyboard.press('1');
  await caseHeading(voter.page, 2);
  await using owner = await openPage(`${server.url}/#/apps/support/human-evaluations/${vote.id}`, { key: server.key });
  await owner.page.getByRole('button', { name: 'Close voting' }).click();
  await owner.page.getByRole('button', { name: 'Reopen voting' }).waitFor();
  await voter.page.reload();
  await voter.page.getByRole('heading', { name: 'Voting is closed' }).waitFor();
  await voter.page.getByText('Your votes are kept').waitFor();
  expect(await voter.page.getByRole('group', { name: 'Your vote' }).count()).toBe(0);
  await using late = await vote.open();
  await late.page.getByRole('heading', { name: 'Voting is closed' }).waitFor();
  expect([await late.page.getByLabel('Name').count(), await findBarriers(late.page)]).toEqual([0, []]);
  await owner.page.getByRole('button', { name: 'Reopen voting' }).click();
  await owner.page.getByRole('button', { name: 'Close voting' }).waitFor();
  await voter.page.reload();
  await caseHeading(voter.page, 2);
});

test.each([
  ['a phone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }],
  ['a wide screen', { viewport: { width: 1600, height: 1000 } }],
])('%s has no accessibility violation and nothing wider than the page', async (_, options) => {
  const vote = await makeVote();
  await using opened = await vote.open(options);
  const { page } = opened;
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByLabel('Name').waitFor();
  expect([await findBarriers(page), await width()]).toEqual([[], 0]);
  await join(page, 'ana');
  await page.getByRole('region', { name: 'Output 2' }).waitFor();
  expect([await findBarriers(page), await width()]).toEqual([[], 0]);
});

test("the app's page shows the link, the voters and the results", async () => {
  const vote = await makeVote();
  {
    await using opened = await vote.open();
    await join(opened.page, 'ana');
    await opened.page.keyboard.press('3');
    await caseHeading(opened.page, 2);
    // What a screen reader reads. The next case is spoken because its heading has the focus.
    await expect.poll(() => opened.page.evaluate(() => document.activeElement?.textContent)).toBe('Case 2 of 3');
    const tree = await opened.page.locator('main').ariaSnapshot();
    for (const phrase of [
      'heading "Case 2 of 3" [level=1]',
      'progressbar "1 of 3 voted on"',
      'region "Output 2"',
      'textbox "Note (optional)"',
      'button "Show which is which…"',
    ]) {
      expect(tree).toContain(phrase);
    }
  }
  await using opened = await openPage(`${server.url}/#/apps/support/human-evaluations/${vote.id}`, { key: server.key });
  const { page } = opened;
  await page.getByRole('row', { name: /Both good 1 100 %/ }).waitFor();
  await page.getByRole('row', { name: /ana 1 yes/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Vote', exact: true }).getAttribute('href')).toContain(
    `/#vote=${vote.id}.`,
  );
  expect(await findBarriers(page)).toEqual([]);
});
