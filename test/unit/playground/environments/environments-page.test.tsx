import { expect, test, vi } from 'vitest';
import { EnvironmentsPage } from '../../../../src/playground/environments/environments-page.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { environmentOf, TIME, withoutTimes, workspaceOf } from '../../../helpers/page/page-records.ts';

const GATE = { name: 'release', content: '', sha256: '' };
const revisionOf = (revision: number, part: object = {}) => ({
  id: `e${revision}`,
  revision,
  modified_by: 'ana',
  deployed_app_variant_revision: `r${revision}`,
  deployed_variant_name: 'default',
  deployed_variant_revision: revision,
  deployment: null,
  created_at: TIME,
  message: null,
  restored_from: null,
  ...part,
});
const HISTORY = 'GET /apps/app-1/revisions/production';
const answersOf = (revisions: readonly object[]): Answers => ({
  [HISTORY]: { revisions },
  'POST /environments/production/rollback': null,
});
const page = (name: string | null, workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <EnvironmentsPage name={name} />
  </WorkspaceContext>
);

test.each<[string, string | null, Partial<Workspace>]>([
  ['empty', null, { environments: [] }],
  [
    'of three',
    null,
    {
      environments: [
        environmentOf(),
        environmentOf({ name: 'staging', deployed_app_variant_id: null }),
        environmentOf({
          name: 'development',
          deployed_app_variant_id: null,
          deployed_variant_name: null,
          revision: null,
        }),
      ],
    },
  ],
  ['without that one', 'gone', {}],
  ['of no app', 'production', { app: null }],
])('the list %s is shown', async (_, name, workspace) => {
  using _browser = fakeBrowser();
  await using shown = await mount(page(name, workspace));
  expect(shown.markup).toMatchSnapshot();
});

test.each<[string, Partial<Workspace>, Answers]>([
  ['unread', {}, {}],
  ['new', { variant: null }, { [HISTORY]: { revisions: [] } }],
  ['new, with a variant', {}, answersOf([])],
  [
    'protected, with gates and messages',
    { environments: [environmentOf({ protection: { gate: GATE, changed_by: 'ana', changed_at: TIME } })] },
    answersOf([
      revisionOf(1, { message: 'First' }),
      revisionOf(2, { evidence: { gate: GATE } }),
      revisionOf(3, { restored_from: 1, message: 'Oh', deployed_variant_name: null, deployed_variant_revision: null }),
    ]),
  ],
  [
    'without gates',
    { environments: [environmentOf({ revision: 1 })] },
    answersOf([revisionOf(1, { restored_from: 4 })]),
  ],
])('an environment that is %s is shown', async (_, workspace, answers) => {
  using _browser = fakeBrowser({ answers });
  await using shown = await mount(page('production', workspace));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
});

test('an environment is rolled back after a question', async () => {
  const reload = vi.fn();
  using browser = fakeBrowser({ answers: answersOf([revisionOf(1), revisionOf(2), revisionOf(3)]) });
  await using shown = await mount(page('production', { reload }));
  await shown.click('Roll back… to revision 2');
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
  await shown.click('Cancel');
  expect(shown.markup).not.toContain('<dialog');
  await shown.click('Roll back… to revision 1');
  await shown.click('Roll back');
  expect(browser.sent.at(-1)).toBe('POST /environments/production/rollback {"app_id":"app-1","revision":1}');
  expect(reload).toHaveBeenCalledTimes(1);
  expect(shown.markup).not.toContain('<dialog');
});
