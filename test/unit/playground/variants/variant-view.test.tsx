import { expect, test } from 'vitest';
import { VariantView } from '../../../../src/playground/variants/variant-view.tsx';
import { WorkspaceContext } from '../../../../src/playground/workspace/workspace.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { variantOf, workspaceOf } from '../../../helpers/page/page-records.ts';

test('a variant has the commands that show it and its revisions, and the one that labels it', async () => {
  using _ = fakeBrowser({ answers: { 'GET /variants/variant-1/revisions': [] } });
  await using shown = await mount(
    <WorkspaceContext value={workspaceOf({ appFlag: 'support' })}>
      <VariantView variant={variantOf()} onChanged={() => undefined} />
    </WorkspaceContext>,
  );
  expect(await commandsOf(shown)).toEqual([
    'wf variants revisions default \\\n  --app support',
    'wf variants show default \\\n  --app support',
  ]);
  await shown.click('Labels…');
  expect(await commandsOf(shown)).toContain('wf variants update default');
});
