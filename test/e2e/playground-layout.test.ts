import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { extended } from '../helpers/extended.ts';
import { findLostStates } from '../helpers/find-lost-states.ts';
import { findLayoutFaults } from '../helpers/find-layout-faults.ts';
import { openPage, type OpenPageOptions } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

const NAME = `a-name-of-two-hundred-letters-${'xy'.repeat(85)}`;
const EVALUATOR = `a-judge-with-a-long-name-${'Is_it_helpful_'.repeat(10)}`;
const ARABIC = 'مرحبا بالعالم، هذا نص طويل من اليمين إلى اليسار';
const ATTACK = '<script>window.hacked = 1</script> [x](javascript:alert(1)) <style>*{display:none}</style>';

const BIG = `import { route } from 'wfkit';
export const big = route('/big', {}, () => 'four '.repeat(200_000));
`;

let server: PageServer;
/** What a view waits for before it is looked at, by its place below the app, or by its whole fragment. */
let views: readonly (readonly [place: string, name: string, open: (page: Page) => Promise<void>])[];

beforeAll(async () => {
  server = await startPageServer();
  const { client, baseId: base_id, appId: app_id } = server;
  await server.deployBase('big', BIG);
  const ids: string[] = [];
  const addVariant = async (name: string) => {
    const parameters = { prompt: `${ARABIC} ${name}`, tone: 'formal' };
    const body = { base_id, new_variant_name: name, new_config_name: name, parameters };
    return (await client.addVariantFromBase({ body })).variant_id;
  };
  for (const name of [NAME, 'نسخة-رسمية']) ids.push(await addVariant(name));
  await Promise.all(Array.from({ length: 110 }, (_, index) => addVariant(`tuned-${index}`)));
  for (const environment_name of ['development', 'staging', 'production']) {
    await client.deployToEnvironment({ body: { environment_name, variant_id: ids[0] ?? '' } });
  }
  await client.deployToEnvironment({ body: { environment_name: 'production', variant_id: ids[1] ?? '' } });
  const texts = [NAME.repeat(3), ARABIC.repeat(9), ATTACK, 'a question '.repeat(60)];
  const csvdata = texts.map((text) => ({ text, correct_answer: text }));
  const testset = await client.createTestset({ body: { name: `cases ${NAME}`.slice(0, 200), csvdata } });
  const [before, after] = [await server.makeEvaluation(12, EVALUATOR), await server.makeEvaluation(12, EVALUATOR)];
  // Afterwards: its outputs are written while the test goes on.
  const vote = await makeVote([ids[0] ?? '', ids[1] ?? ''], testset.id);
  const [first] = await client.listEvaluatorConfigs({ app_id });
  const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
  views = [
    ['routes/summarise', 'two configurations', async (page) => (await addColumns(page, 1), await runAll(page))],
    ['routes/summarise', 'six configurations', async (page) => (await addColumns(page, 5), await runAll(page))],
    ['routes/big?base=big', 'an answer of a megabyte', runBig],
    ['routes/summarise?view=history', 'history', shows('Kept in this browser')],
    [`routes/summarise?testset=${testset.id}&evaluators=${first?.id}&row=2`, 'rows', runRows],
    ['variants', 'variants', shows('114 variants')],
    [`variants/${ids[0]}`, 'a variant', shows('Revision 1')],
    [
      `variants/${ids[0]}`,
      'the dialog that deploys',
      async (page) => (await button(page, /^Deploy…/).click(), await shows('In a terminal')(page)),
    ],
    ['environments', 'environments', shows('production')],
    ['environments/production', 'an environment', shows('current')],
    ['evaluations', 'evaluations', shows('2 evaluations')],
    [
      'evaluations',
      'the dialog that evaluates',
      async (page) => (await button(page, /^Start an/).click(), await shows('Find variant')(page)),
    ],
    [`evaluations/${after}?row=3`, 'an evaluation', shows('12 rows')],
    [
      `evaluations/${after}?baseline=${before}&by=text`,
      'a comparison',
      (page) => page.getByRole('region', { name: 'Slices by text' }).waitFor(),
    ],
    ['evaluations?view=trends', 'trends', shows('Scores over time')],
    ['human-evaluations', 'votes', shows('two side by side')],
    [`human-evaluations/${vote.id}`, 'the results of a vote', shows('Voters')],
    [vote.link, 'a vote', join],
    // The browser stays joined.
    [vote.link, 'the end of a vote', (page) => voteOnAll(page, texts.length)],
  ];
});
afterAll(async () => await server[Symbol.asyncDispose]());

/** Creates a vote on two variants with somebody invited. */
async function makeVote(variant_ids: string[], testset_id: string) {
  const client = await extended(server.client);
  const rate_limit = { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const { id } = await client.createHumanEvaluation({
    body: {
      app_id: server.appId,
      variant_ids,
      evaluation_type: 'human_a_b_testing',
      inputs: ['text'],
      testset_id,
      status: 'EVALUATION_INITIALIZED',
      generate: { route: '/summarise', rate_limit },
    },
  });
  const { code } = await client.getHumanLinks({ evaluation_id: id });
  return { id, link: `#vote=${id}.${code ?? ''}` };
}

async function join(page: Page): Promise<void> {
  await page.getByLabel('Name').fill(`${crypto.randomUUID()}-${NAME}`.slice(0, 100));
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Output 2' }).waitFor();
}

async function voteOnAll(page: Page, count: number): Promise<void> {
  for (let place = 1; place <= count; place += 1) {
    await page.getByRole('heading', { name: `Case ${place} of ${count}` }).waitFor();
    await page.getByRole('region', { name: 'Output 2' }).waitFor();
    // The same key twice at once counts as one press.
    await page.keyboard.press(place % 2 === 0 ? '2' : '1');
  }
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
}

async function addColumns(page: Page, count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) await page.getByRole('button', { name: 'Add configuration' }).click();
}

async function runAll(page: Page): Promise<void> {
  await page.getByLabel('text', { exact: true }).fill(`${ATTACK} ${ARABIC} ${NAME}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('group', { name: 'Answer' }).last().waitFor();
}

async function runBig(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Show all 1,000,000 characters' }).waitFor();
  expect(await page.getByRole('group', { name: 'Answer' }).textContent()).toHaveLength(50_000);
}

async function runRows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run rows' }).click();
  await page.getByRole('columnheader', { name: /4 done/ }).waitFor();
}

interface Screen extends OpenPageOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  /** Widths that the window gets after it. */
  readonly widths: readonly number[];
}

/** Views that show each kind of text and control. */
const MANY_KINDS = ['two configurations', 'rows', 'variants', 'a variant', 'an evaluation', 'a comparison', 'a vote'];

test.each<[string, Screen]>([
  ['a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, widths: [] }],
  ['windows in the dark', { viewport: { width: 1280, height: 720 }, colorScheme: 'dark', widths: [768, 1920, 2560] }],
])('on %s, long content overlaps nothing, fits, and can be read by all', async (_, screen) => {
  const { viewport, widths, ...options } = screen;
  await using opened = await openPage(server.url, { key: server.key, viewport, ...options });
  const { page } = opened;
  for (const [place, name, open] of views) {
    await page.setViewportSize(viewport);
    // A new document each time: dialogs and drafts of the view before are gone.
    await page.evaluate(() => sessionStorage.clear());
    const fragment = place.startsWith('#') ? place : `#/apps/support/${place}`;
    await page.goto(`${server.url}/?${encodeURIComponent(name)}${fragment}`);
    await open(page);
    const isSample = MANY_KINDS.includes(name);
    const barriers = screen.isMobile !== true || isSample ? await findBarriers(page) : [];
    expect([name, await findLayoutFaults(page), barriers]).toEqual([name, [], []]);
    // On a phone, only the arrangement differs.
    if (screen.isMobile === true) continue;
    await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
    const isMoving = await page.evaluate(() =>
      document.getAnimations().some(({ playState }) => playState === 'running'),
    );
    // Of texts whose contrast is enough, only as many views as show each kind of text.
    const faint = isSample ? await findBarriers(page, ['color-contrast-enhanced']) : [];
    await page.emulateMedia({ forcedColors: 'active' });
    const lost = [...(await findLostStates(page)), ...(await findLayoutFaults(page))];
    expect([name, isMoving, faint, lost]).toEqual([name, false, [], []]);
    await page.emulateMedia({ forcedColors: null, contrast: null, reducedMotion: null });
    for (const width of widths) {
      await page.setViewportSize({ ...viewport, width });
      expect([name, width, await findLayoutFaults(page)]).toEqual([name, width, []]);
    }
  }
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
});
