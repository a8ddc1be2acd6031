import { expect, test } from 'vitest';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { DEV, openView } from '../../../helpers/page/open-view.tsx';
import { environmentOf, pageOf, routeOf, TIME, variantOf } from '../../../helpers/page/page-records.ts';

const LIST = 'GET /apps/app-1/variants';
const ONE = `${LIST}?id_prefix=variant-1`;
const BASES: Answers = { 'GET /bases': ['app', 'other'].map((base_name) => ({ base_id: base_name, base_name })) };
const STAGING = environmentOf({ name: 'staging', deployed_variant_name: null });
const ENVIRONMENTS: Answers = { 'GET /apps/app-1/environments': [environmentOf(), STAGING] };

const revisionOf = (revision: number, parameters: object | null) => ({
  id: `revision-${revision}`,
  revision,
  modified_by: 'ana',
  config: { config_name: 'default', parameters },
  created_at: TIME,
});
const TWO: Answers = {
  'GET /variants/variant-1/revisions': [revisionOf(1, { tone: 'kind' }), revisionOf(2, { tone: 'dry', words: 3 })],
};

test('filters are in the address, and the service applies them', async () => {
  await using page = await openView('variants?base=other', { ...BASES, ...ENVIRONMENTS });
  expect(['Base', 'Runs in', 'Order', 'Show'].map((label) => page.options(label))).toEqual([
    ['any', 'app', 'other'],
    ['any', 'production', 'staging'],
    ['oldest first', 'newest first', 'last changed first', 'by name'],
    ['active', 'archived'],
  ]);
  await page.enter('Search', 'tun');
  await page.enter('Runs in', 'staging');
  await page.enter('Order', 'last changed first');
  await page.enter('Label', 'team=');
  await page.enter('Label: write NAME or NAME=VALUE', 'team=a&b');
  await page.enter('Show', 'archived');
  expect(page.hash).toBe(
    '#/apps/support/variants?base=other&find=tun&env=staging&sort=updated&label=team%3Da%26b&archived=true',
  );
  expect(page.queryOf(LIST)).toMatchObject({
    search: 'tun',
    label: 'team=a&b',
    base_name: 'other',
    environment: 'staging',
    sort: 'updated',
    order: 'desc',
    archived: 'true',
  });
});

test.each([
  ['', 'wf variants list', {}],
  ['?base=other&env=production', 'wf variants list --base other --env production', { base_name: 'other' }],
  ['?sort=newest', 'wf variants list --desc', { order: 'desc' }],
  ['?sort=updated&archived=true', 'wf variants list --archived --desc --sort updated', { sort: 'updated' }],
  ['?sort=name&find=a', 'wf variants list --search a --sort name', { sort: 'name' }],
  ['?sort=nonsense', 'wf variants list', {}],
])('the list %j has the command %s', async (query, command, asked) => {
  await using page = await openView(`variants${query}`);
  expect(await page.commands()).toEqual([command]);
  expect(page.queryOf(LIST)).toMatchObject(asked);
});

const OTHER = variantOf({ variant_id: 'v2', variant_name: 'tuned', base_name: 'other', updated_at: null });
const MARKED = variantOf({ variant_id: 'v3', variant_name: 'old', labels: { team: 'search' }, archived_at: TIME });

test.each<[string, object[], Answers, string[][]]>([
  ['of one base', [variantOf()], {}, [['default', '2', 'production', expect.any(String)]]],
  [
    'of two bases, with labels',
    [variantOf(), OTHER, MARKED],
    BASES,
    [
      ['default', '2', 'app', 'production', '', expect.any(String)],
      ['tuned', '2', 'other', '', '', ''],
      ['old', '2', 'app', '', 'archivedteam=search', expect.any(String)],
    ],
  ],
])('the list %s has a row for each variant', async (_, variants, answers, rows) => {
  await using page = await openView('variants', { ...answers, [`${LIST}?total=true`]: pageOf(variants) });
  expect(page.rows('Variants').slice(1)).toEqual(rows);
});

test.each<[string, Answers, string]>([
  ['of no variant', { [`${LIST}?total=true`]: pageOf([]) }, 'No variants yet'],
  ['that matches nothing', { [`${LIST}?search=x`]: pageOf([]) }, '0 variants'],
  ['that is refused', { [`${LIST}?total=true`]: Response.json({ detail: 'No.' }, { status: 403 }) }, 'No.'],
])('a list %s says so', async (_, answers, text) => {
  await using page = await openView(
    `variants${'GET /apps/app-1/variants?search=x' in answers ? '?find=x' : ''}`,
    answers,
  );
  expect(page.text).toContain(text);
});

test('an answer that comes late for its filter is not shown', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using page = await openView('variants', {
    [`${LIST}?search=a`]: () => promise,
    [`${LIST}?search=ab`]: pageOf([variantOf({ variant_name: 'abc' })]),
  });
  await page.enter('Search', 'a');
  expect(page.rows('Variants')[1]?.[0]).toBe('default');
  await page.enter('Search', 'ab');
  await page.settle(() => resolve(pageOf([variantOf({ variant_name: 'a' })])));
  expect(page.rows('Variants').map(([name]) => name)).toEqual(['Variant', 'abc']);
});

test('a variant shows what each of its revisions changed, newest first', async () => {
  await using page = await openView('variants/variant-1', TWO);
  const text = page.text.slice(page.text.indexOf('Revision 2'));
  expect(text.split('\n').filter((line) => !line.includes('2026'))).toEqual([
    'Revision 2',
    'tone',
    'kind → dry',
    'words',
    '3',
    'Open in playground revision 2',
    'Deploy… revision 2',
    'Revision 1',
    'tone',
    'kind',
    'Open in playground revision 1',
    'Deploy… revision 1',
  ]);
  expect(await page.commands()).toEqual(['wf variants revisions default', 'wf variants show default']);
});

test.each<[string, Answers, string]>([
  ['that is not there', { [ONE]: [variantOf({ variant_id: 'variant-10' })] }, 'This app has no variant variant-1.'],
  ['that cannot be read', { [ONE]: Response.json({ detail: 'No.' }, { status: 403 }) }, 'No.'],
  ['of a refused history', { 'GET /variants/variant-1/revisions': new TypeError('x') }, 'The server does not respond.'],
])('a variant %s is an error', async (_, answers, text) => {
  await using page = await openView('variants/variant-1', answers);
  expect(page.names('alert')).toEqual([expect.stringContaining(text)]);
});

const draftAt = (key: string) =>
  JSON.parse(sessionStorage.getItem(key) ?? 'null') as { columns: { origin: unknown }[] } | null;

test.each<[string, Answers, string, string]>([
  ['of the only base', {}, '#/apps/support/routes', 'wf:draft:somebody:support:/'],
  [
    'of another base, with its routes',
    { ...BASES, 'GET /apps/app-1/routes?base_name=app': [routeOf({ path: '/b' })] },
    '#/apps/support/routes?base=app',
    'wf:draft:somebody:support:app:/b',
  ],
  [
    'under wf dev, with the routes of the sources',
    { ...BASES, 'GET /session': { signed_in: true, owner: 'somebody', mode: 'dev' } },
    '#/apps/support/routes',
    'wf:draft:somebody:support:/',
  ],
])('a revision %s opens in the playground', async (_, answers, hash, draft) => {
  await using page = await openView('variants/variant-1', { ...TWO, ...answers });
  if ('GET /session' in answers) await page.save(DEV);
  await page.click('Open in playground revision 1');
  expect(page.hash).toBe(hash);
  const origin = { variantId: 'variant-1', variantName: 'default', revision: 1, parameters: { tone: 'kind' } };
  expect(draftAt(draft)?.columns[0]?.origin).toEqual(origin);
});
