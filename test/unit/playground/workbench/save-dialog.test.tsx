import { expect, test } from 'vitest';
import { lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import type { Origin } from '../../../../src/playground/drafts/draft.ts';
import { SaveDialog } from '../../../../src/playground/workbench/save-dialog.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { variantOf, workspaceOf } from '../../../helpers/page/page-records.ts';

const ORIGIN: Origin = {
  variantId: 'v',
  variantName: 'tuned',
  revision: 2,
  parameters: { tone: 'kind', words: 20 },
};
const NAME = 'Name of the new variant';

async function openDialog(origin: Origin | null, answers: Answers = {}, workspace: Partial<Workspace> = {}) {
  const browser = fakeBrowser({ answers });
  const saved: (Origin | 'reload' | 'close')[] = [];
  const shown = await mount(
    <WorkspaceContext value={workspaceOf({ ...workspace, reload: () => saved.push('reload') })}>
      <SaveDialog
        origin={origin}
        path="/"
        config={{ tone: 'dry', words: 20 }}
        onSaved={(next) => saved.push(next)}
        onClose={() => saved.push('close')}
      />
    </WorkspaceContext>,
  );
  return {
    browser,
    shown,
    saved,
    command: async () => (await commandsOf(shown)).map((one) => one.replaceAll(' \\\n  ', ' ')),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

/** Chooses one of the ways to save. */
async function choose({ shown }: Awaited<ReturnType<typeof openDialog>>, name: string): Promise<void> {
  const [label] = shown.root.all.filter(({ tag, text }) => tag === 'label' && text === name);
  await shown.settle(() => (label?.children[0]?.props['onChange'] as (() => void) | undefined)?.());
}

test('a stored configuration is saved as a new revision, with what changed', async () => {
  await using dialog = await openDialog(ORIGIN, {
    'PUT /variants/v/parameters': null,
    'GET /variants/v': variantOf({ variant_name: 'tuned', revision: 3, parameters: null }),
  });
  expect(await dialog.command()).toEqual(['wf variants update tuned --set tone=dry']);
  await dialog.shown.click('Save');
  expect(dialog.browser.sent).toEqual([
    'PUT /variants/v/parameters {"parameters":{"tone":"dry","words":20}}',
    'GET /variants/v',
  ]);
  expect(dialog.saved).toEqual([
    { variantId: 'v', variantName: 'tuned', revision: 3, parameters: {} },
    'reload',
    'close',
  ]);
  expect(lastAnnounced().text).toBe('Saved as a new revision of tuned');
});

test('a stored configuration becomes a new variant of its own base', async () => {
  await using dialog = await openDialog(ORIGIN, {
    'GET /variants/v': variantOf({ base_id: 'base-9' }),
    'POST /variants/from-base': variantOf({ variant_id: 'n', variant_name: 'dry', revision: 1, parameters: { a: 1 } }),
  });
  const { shown } = dialog;
  await choose(dialog, 'A new variant');
  expect(await dialog.command()).toEqual(['wf variants create NAME --from tuned@2 --set tone=dry']);
  await expect(shown.click('Save')).rejects.toThrow('Save is disabled');
  await shown.enter(NAME, 'dry');
  expect(await dialog.command()).toEqual(['wf variants create dry --from tuned@2 --set tone=dry']);
  await choose(dialog, 'A new revision of tuned');
  expect(await dialog.command()).toEqual(['wf variants update tuned --set tone=dry']);
  await choose(dialog, 'A new variant');
  await shown.click('Save');
  expect(dialog.browser.sent).toEqual([
    'GET /variants/v',
    'POST /variants/from-base {"base_id":"base-9","new_variant_name":"dry","new_config_name":"dry","parameters":{"tone":"dry","words":20}}',
  ]);
  expect(dialog.saved[0]).toEqual({ variantId: 'n', variantName: 'dry', revision: 1, parameters: { a: 1 } });
  expect(lastAnnounced().text).toBe('Saved as variant dry');
});

test.each<[string, Partial<Workspace>, string]>([
  ['the only base', {}, 'wf variants create NAME --set tone=dry --set words=20'],
  [
    'the first of several bases',
    { bases: ['app', 'other'], appFlag: 'support' },
    'wf variants create NAME --base app --app support --set tone=dry --set words=20',
  ],
  [
    'a chosen base',
    { bases: ['app', 'other'], base: 'other' },
    'wf variants create NAME --base other --set tone=dry --set words=20',
  ],
])('the defaults of %s become a new variant', async (_, workspace, command) => {
  await using dialog = await openDialog(null, { 'POST /variants/from-base': variantOf() }, workspace);
  expect(dialog.shown.markup).not.toContain('A new revision');
  expect(await dialog.command()).toEqual([command]);
  await dialog.shown.enter(NAME, 'dry');
  await dialog.shown.click('Save');
  expect(dialog.browser.sent).toEqual([
    'POST /variants/from-base {"base_id":"base-1","new_variant_name":"dry","new_config_name":"dry","parameters":{"tone":"dry","words":20}}',
  ]);
});
