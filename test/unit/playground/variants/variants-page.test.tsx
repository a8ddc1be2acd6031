import { expect, test, vi } from 'vitest';
import { VariantsPage } from '../../../../src/playground/variants/variants-page.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import {
  environmentOf,
  LONG,
  routeOf,
  TIME,
  variantOf,
  withoutTimes,
  workspaceOf,
} from '../../../helpers/page/page-records.ts';

const page = (id: string | null, workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <VariantsPage id={id} />
  </WorkspaceContext>
);
const revisionOf = (revision: number, parameters: object | null) => ({
  id: `revision-${revision}`,
  revision,
  modified_by: 'ana',
  config: { config_name: 'default', parameters },
  created_at: TIME,
});
const REVISIONS = 'GET /variants/variant-1/revisions';
const TWO = { [REVISIONS]: [revisionOf(1, { tone: 'kind' }), revisionOf(2, { tone: 'unkind', words: 3 })] };
const OTHER = variantOf({ variant_id: 'v2', variant_name: LONG, base_name: 'other', updated_at: null });

test.each<[string, string | null, Partial<Workspace>]>([
  ['empty', null, { variants: [] }],
  ['of one', null, {}],
  [
    'of two bases',
    null,
    { variants: [variantOf(), OTHER], environments: [environmentOf(), environmentOf({ name: 'staging' })] },
  ],
  ['without that one', 'gone', {}],
])('the list %s is shown', async (_, id, workspace) => {
  using _browser = fakeBrowser();
  await using shown = await mount(page(id, workspace));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
});

test.each<[string, Partial<Workspace>, object]>([
  ['unread', {}, {}],
  ['of two revisions', {}, TWO],
  [
    'of a base',
    { variants: [variantOf(), OTHER], environments: [], routes: [] },
    { [REVISIONS]: [revisionOf(1, null)] },
  ],
])('a variant %s is shown', async (_, workspace, answers) => {
  using _browser = fakeBrowser({ answers: { ...answers } });
  await using shown = await mount(page('variant-1', workspace));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
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
  expect(browser.sent.slice(1)).toEqual([
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
  await using shown = await mount(page('variant-1', { variants: [variantOf(), OTHER] }));
  await shown.click('Open in playground revision 2');
  expect(browser.location.hash).toBe('#/apps/support/routes?base=app');
  expect(draftAt('wf:draft:support:app:/b')?.columns[0]?.origin).toMatchObject({ revision: 2 });
});

test('under wf dev a revision is opened with the routes of the sources', async () => {
  const dev = { type: 'reload-end', app: 'support', routes: [] } as const;
  using browser = fakeBrowser({ answers: TWO });
  await using shown = await mount(page('variant-1', { variants: [variantOf(), OTHER], dev }));
  await shown.click('Open in playground revision 2');
  expect(browser.location.hash).toBe('#/apps/support/routes');
  expect(draftAt('wf:draft:support:/')).not.toBeNull();
});
