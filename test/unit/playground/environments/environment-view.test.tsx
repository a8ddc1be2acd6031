import { expect, test } from 'vitest';
import { lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { EnvironmentView } from '../../../../src/playground/environments/environment-view.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { environmentOf, TIME, variantOf, workspaceOf } from '../../../helpers/page/page-records.ts';

const revisionOf = (revision: number, part: object = {}) => ({
  id: `e${revision}`,
  revision,
  modified_by: 'ana',
  deployed_app_variant_revision: `r${revision}`,
  deployed_variant_name: 'default',
  deployed_variant_revision: revision,
  created_at: TIME,
  ...part,
});

async function openEnvironment(revisions: readonly object[], workspace: Partial<Workspace> = {}) {
  const browser = fakeBrowser({
    answers: {
      'GET /apps/app-1/revisions/production': { revisions },
      'POST /environments/production/rollback': null,
    },
  });
  const shown = await mount(
    <WorkspaceContext value={workspaceOf(workspace)}>
      <EnvironmentView appId="app-1" environment={environmentOf()} />
    </WorkspaceContext>,
  );
  return {
    browser,
    shown,
    rows: () =>
      shown.root.all.filter(({ tag }) => tag === 'tr').map(({ children }) => children.map(({ text }) => text)),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('each revision says what it ran, and why', async () => {
  const revisions = [
    revisionOf(1, { deployed_variant_name: null, message: 'First' }),
    revisionOf(2, { deployed_variant_revision: null, restored_from: 1 }),
    revisionOf(3, { restored_from: 2, message: 'Calmer' }),
  ];
  await using opened = await openEnvironment(revisions);
  expect(opened.rows().map((cells) => [cells[0], cells[1], cells[3], cells[4], cells[5]])).toEqual([
    ['Revision', 'Variant', 'By', 'Why', 'Actions'],
    ['3', 'default@3', 'ana', 'Rolled back to revision 2: Calmer', 'current'],
    ['2', 'default@?', 'ana', 'Rolled back to revision 1', 'Roll back… to revision 2'],
    ['1', '-', 'ana', 'First', 'Roll back… to revision 1'],
  ]);
});

test('a column names the gate that a revision passed', async () => {
  const evidence = { gate: { name: 'release' }, evaluation_id: 'e' };
  await using opened = await openEnvironment([revisionOf(1), revisionOf(2, { evidence })]);
  expect(opened.rows().map((cells) => cells[4])).toEqual(['Gate', 'release', '-']);
});

test('a revision is rolled back to, with the same command for a terminal', async () => {
  const events: string[] = [];
  await using opened = await openEnvironment([revisionOf(1), revisionOf(3)], {
    appFlag: 'support',
    reload: () => events.push('reload'),
  });
  await opened.shown.click('Roll back… to revision 1');
  expect(await commandsOf(opened.shown)).toEqual(['wf env rollback production \\\n  --app support \\\n  --to 1']);
  await opened.shown.click('Roll back');
  expect(opened.browser.sent.at(-1)).toBe('POST /environments/production/rollback {"app_id":"app-1","revision":1}');
  expect([events, lastAnnounced().text]).toEqual([['reload'], 'Rolled production back to revision 1']);
});

test.each([
  ['the first variant', variantOf({ variant_name: 'tuned' }), 'wf env deploy production --variant tuned'],
  ['a variant to be named', null, 'wf env deploy production --variant VARIANT'],
])('an environment without history says how to deploy %s', async (_, variant, command) => {
  await using opened = await openEnvironment([], { variant });
  expect(opened.shown.markup).toContain('"Nothing deployed here yet"');
  expect(opened.shown.root.text).toContain(command);
});
