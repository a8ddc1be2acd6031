import { expect, test, vi } from 'vitest';
import { VariantsPage } from '../../../../src/playground/variants/variants-page.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { useAddress } from '../../../../src/playground/address/use-address.ts';
import { type Answers, fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import {
  environmentOf,
  LONG,
  pageOf,
  routeOf,
  TIME,
  variantOf,
  withoutTimes,
  workspaceOf,
} from '../../../helpers/page/page-records.ts';

const page = (id: string | null, workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <Addressed id={id} />
  </WorkspaceContext>
);

/** The page at the current address, as the shell shows it. */
function Addressed({ id }: { readonly id: string | null }) {
  const address = useAddress();
  return <VariantsPage id={id} query={address.page === 'variants' ? address.query : {}} />;
}

const revisionOf = (revision: number, parameters: object | null) => ({
  id: `revision-${revision}`,
  revision,
  modified_by: 'ana',
  config: { config_name: 'default', parameters },
  created_at: TIME,
});
const REVISIONS = 'GET /variants/variant-1/revisions';
const VARIANT = 'GET /apps/app-1/variants?id_prefix=variant-1&limit=1';
const TWO = {
  [VARIANT]: [variantOf()],
  [REVISIONS]: [revisionOf(1, { tone: 'kind' }), revisionOf(2, { tone: 'unkind', words: 3 })],
};
const OTHER = variantOf({ variant_id: 'v2', variant_name: LONG, base_name: 'other', updated_at: null });

const LIST = 'GET /apps/app-1/variants?limit=100&total=true&archived=false';
const TWO_BASES = {
  bases: ['app', 'other'],
  environments: [environmentOf(), environmentOf({ name: 'staging' })],
};
const MARKED = variantOf({
  variant_id: 'v3',
  variant_name: 'old',
  labels: { team: 'search', owner: 'Ana B' },
  archived_at: TIME,
});

test.each<[string, Partial<Workspace>, Answers]>([
  ['of no app', { app: null }, {}],
  ['refused', {}, {}],
  ['empty', {}, { [LIST]: pageOf([]) }],
  ['of one', {}, { [LIST]: pageOf([variantOf()]) }],
  ['of two bases, with labels', TWO_BASES, { [LIST]: pageOf([variantOf(), OTHER, MARKED]) }],
])('the list %s is shown', async (_, workspace, answers) => {
  using _browser = fakeBrowser({ answers });
  await using shown = await mount(page(null, workspace));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
});

test('filters are in the address, and the service applies them', async () => {
  using browser = fakeBrowser({ hash: '#/apps/support/variants?base=other' });
  await using shown = await mount(page(null, TWO_BASES));
  await shown.enter('Search', 'tun');
  await shown.enter('Runs in', 'staging');
  await shown.enter('Order', 'updated');
  await shown.enter('Label', 'team=');
  expect(shown.markup).toContain('"Label: write NAME or NAME=VALUE"');
  await shown.enter('Label: write NAME or NAME=VALUE', 'team=a&b');
  await shown.enter('Show', 'true');
  expect(browser.location.hash).toBe(
    '#/apps/support/variants?base=other&find=tun&env=staging&sort=updated&label=team%3Da%26b&archived=true',
  );
  const filtered = 'search=tun&label=team%3Da%26b&base_name=other&environment=staging&sort=updated&order=desc';
  expect(browser.sent.at(-1)).toBe(`GET /apps/app-1/variants?limit=100&total=true&archived=true&${filtered}`);
});

test.each([
  ['newest', '&order=desc'],
  ['name', '&sort=name'],
  ['nonsense', ''],
])('the order %j is asked for', async (sort, query) => {
  using browser = fakeBrowser({ hash: `#/apps/support/variants?sort=${sort}` });
  await using _ = await mount(page(null));
  expect(browser.sent).toEqual([`${LIST}${query}`]);
});

test('a filter that matches nothing keeps the filter', async () => {
  using _ = fakeBrowser({ hash: '#/apps/support/variants?find=x', answers: { [`${LIST}&search=x`]: pageOf([]) } });
  await using shown = await mount(page(null));
  expect(shown.markup).toContain('"0 variants"');
  expect(shown.markup).toContain('value="x"');
});

test('2,000 variants are fetched as the list is scrolled, and few are drawn', async () => {
  const variants = Array.from({ length: 2000 }, (_, index) => variantOf({ variant_id: `v${index}` }));
  const partOf = (at: number) => pageOf(variants.slice(at, at + 100), { total: 2000, cursor: String(at + 100) });
  const answers = { [LIST]: partOf(0), [`${LIST}&cursor=100`]: partOf(100) };
  using browser = fakeBrowser({ answers });
  await using shown = await mount(page(null));
  const drawn = () => [...shown.markup.matchAll(/<tr aria-rowindex=(\d+)/g)].map(([, index]) => Number(index)).slice(1);
  expect([drawn()[0], drawn().at(-1)]).toEqual([2, 26]);
  expect(shown.markup).toContain('aria-rowcount=2001');
  expect(shown.markup).toContain('"2,000 variants"');
  expect(browser.sent).toEqual([LIST]);
  const list = shown.root.querySelector('.list');
  if (list !== null) Object.assign(list, { scrollTop: 90 * 42, clientHeight: 420 });
  await shown.fire('Variants, scrolling', 'onScroll');
  expect(browser.sent).toEqual([LIST, `${LIST}&cursor=100`]);
  expect(drawn()[0]).toBe(82);
  await shown.fire('Variants, scrolling', 'onScroll');
  expect(browser.sent).toHaveLength(2);
});

test.each<[string, Partial<Workspace>, Answers]>([
  ['of no app', { app: null }, {}],
  ['that does not exist', {}, { [VARIANT]: [variantOf({ variant_id: 'variant-10' })] }],
  ['that cannot be read', {}, {}],
  ['unread', {}, { [VARIANT]: [variantOf()] }],
  ['of two revisions', {}, TWO],
  [
    'of a base, with labels',
    { bases: ['app', 'other'], environments: [], routes: [] },
    {
      [VARIANT]: [variantOf({ labels: { team: 'search' }, archived_at: TIME })],
      [REVISIONS]: [revisionOf(1, null)],
    },
  ],
])('a variant %s is shown', async (_, workspace, answers) => {
  using _browser = fakeBrowser({ answers });
  await using shown = await mount(page('variant-1', workspace));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
});

test('a variant is labelled, archived and taken back', async () => {
  const labels = { team: 'search', owner: 'Ana' };
  using browser = fakeBrowser({
    answers: { ...TWO, [VARIANT]: [variantOf({ labels })], 'PATCH /variants/variant-1/metadata': {} },
  });
  await using shown = await mount(page('variant-1'));
  await shown.click('Labels…');
  expect(shown.markup).toMatchSnapshot('dialog');
  await shown.enter('One label a line: NAME=VALUE', 'team');
  await shown.click('Save');
  expect(shown.markup).toContain('role="alert"> "team: Write NAME=VALUE."');
  await shown.enter('One label a line: NAME=VALUE', ' team=billing \n\nnote=a=b');
  expect(shown.markup).toContain('--label team=billing');
  await shown.click('Save');
  expect(shown.markup).not.toContain('<dialog');
  browser.answer({ [VARIANT]: [variantOf({ archived_at: TIME })] });
  await shown.click('Archive');
  expect(shown.markup).toContain('"archived"');
  await shown.click('Restore');
  await shown.click('Labels…');
  await shown.click('Save');
  expect(browser.sent.filter((one) => one.startsWith('PATCH'))).toEqual([
    'PATCH /variants/variant-1/metadata {"labels":{"team":"billing","note":"a=b"},"unset":["owner"]}',
    'PATCH /variants/variant-1/metadata {"archived":true}',
    'PATCH /variants/variant-1/metadata {"archived":false}',
  ]);
});

test('a variant that runs is not archived, and the page says why', async () => {
  const detail = 'Variant "default" cannot be archived while it runs in production.';
  const refused = Response.json({ detail }, { status: 409 });
  using _ = fakeBrowser({ answers: { ...TWO, 'PATCH /variants/variant-1/metadata': refused } });
  await using shown = await mount(page('variant-1'));
  await shown.click('Archive');
  expect(shown.markup).toContain(`role="alert"> ${JSON.stringify(detail)}`);
});

test('a revision is deployed to the chosen environment', async () => {
  const reload = vi.fn();
  using browser = fakeBrowser({ answers: { ...TWO, 'POST /environments/deploy': null } });
  const environments = [environmentOf(), environmentOf({ name: 'staging', deployed_variant_name: null })];
  await using shown = await mount(page('variant-1', { reload, environments }));
  await shown.click('Deploy… revision 1');
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
  await shown.click('Deploy');
  await shown.click('Deploy… revision 2');
  await shown.enter('stagingnothing deployed yet', true);
  await shown.click('Deploy');
  expect(browser.sent.slice(2)).toEqual([
    'POST /environments/deploy {"environment_name":"production","variant_id":"variant-1","revision":1}',
    'POST /environments/deploy {"environment_name":"staging","variant_id":"variant-1","revision":2}',
  ]);
  expect(reload).toHaveBeenCalledTimes(2);
  expect(shown.markup).not.toContain('<dialog');
});

const draftAt = (key: string) =>
  JSON.parse(sessionStorage.getItem(key) ?? 'null') as { columns: { origin: unknown }[] } | null;

test('a revision is opened in the playground', async () => {
  using browser = fakeBrowser({ answers: TWO });
  await using shown = await mount(page('variant-1'));
  await shown.click('Open in playground revision 1');
  expect(browser.location.hash).toBe('#/apps/support/routes');
  expect(draftAt('wf:draft:support:/')?.columns[0]?.origin).toEqual({
    variantId: 'variant-1',
    variantName: 'default',
    revision: 1,
    parameters: { tone: 'kind' },
  });
});

test('a revision of another base is opened with its routes', async () => {
  const routes = [routeOf({ path: '/b' })];
  using browser = fakeBrowser({ answers: { ...TWO, 'GET /apps/app-1/routes?base_name=app': routes } });
  await using shown = await mount(page('variant-1', { bases: ['app', 'other'] }));
  await shown.click('Open in playground revision 2');
  expect(browser.location.hash).toBe('#/apps/support/routes?base=app');
  expect(draftAt('wf:draft:support:app:/b')?.columns[0]?.origin).toMatchObject({ revision: 2 });
});

test('under wf dev a revision is opened with the routes of the sources', async () => {
  const dev = { type: 'reload-end', app: 'support', routes: [] } as const;
  using browser = fakeBrowser({ answers: TWO });
  await using shown = await mount(page('variant-1', { bases: ['app', 'other'], dev }));
  await shown.click('Open in playground revision 2');
  expect(browser.location.hash).toBe('#/apps/support/routes');
  expect(draftAt('wf:draft:support:/')).not.toBeNull();
});
