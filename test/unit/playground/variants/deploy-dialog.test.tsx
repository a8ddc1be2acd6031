import { expect, test } from 'vitest';
import type { EnvironmentOutput } from '../../../../src/contract/environments/environment.ts';
import { lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { DeployDialog } from '../../../../src/playground/variants/deploy-dialog.tsx';
import { WorkspaceContext } from '../../../../src/playground/workspace/workspace.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { environmentOf, workspaceOf } from '../../../helpers/page/page-records.ts';

const OWN = 'GET /evaluations?app_id=app-1&variant_name=tuned&revision=3&archived=false&order=desc&limit=100';
const OTHERS = 'GET /evaluations?app_id=app-1&limit=100&order=desc&total=true&archived=false';
const GUARDED = {
  ...environmentOf(),
  protection: { gate: { name: 'release' }, changed_by: 'ada', changed_at: '' },
} as unknown as EnvironmentOutput; // only the fields that are read
const FREE = environmentOf({ name: 'staging', deployed_variant_name: null });
const ofRevision = (id: string) => evaluationOf({ id, variant_names: ['tuned'], revisions: ['3'] });

async function openDialog(environments: readonly EnvironmentOutput[]) {
  const browser = fakeBrowser({
    answers: {
      [OWN]: [ofRevision('e')],
      [OTHERS]: [evaluationOf({ id: 'f' }), ofRevision('e')],
      'POST /environments/deploy': null,
    },
  });
  const events: string[] = [];
  const shown = await mount(
    <WorkspaceContext value={workspaceOf({ environments, reload: () => events.push('reload') })}>
      <DeployDialog variantId="v" variantName="tuned" revision={3} onClose={() => events.push('close')} />
    </WorkspaceContext>,
  );
  return {
    browser,
    shown,
    events,
    command: async () => (await commandsOf(shown)).map((one) => one.replaceAll(' \\\n  ', ' ')),
    choose: async (name: string) => {
      const [label] = shown.root.all.filter(({ tag, text }) => tag === 'label' && text.startsWith(name));
      await shown.settle(() => (label?.children[0]?.props['onChange'] as (() => void) | undefined)?.());
    },
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('a free environment takes a revision without evaluations', async () => {
  await using dialog = await openDialog([FREE]);
  expect(dialog.shown.markup).toMatchInlineSnapshot(`
    "<dialog aria-labelledby="id1" !showModal>
      <form>
        <h2 id="id1"> "Deploy tuned@3"
        <fieldset>
          <legend> "Environment"
          <label className="choice">
            <input type="radio" name="environment" checked>
            <span>
              "staging"
              <small> "nothing deployed yet"
        <div className="terminal-command">
          <span className="faint"> "In a terminal"
          <pre tabIndex=0 role="group" aria-label="The same in a terminal"> "wf env deploy staging \\\\\\n  --variant tuned@3"
          <button type="button">
            <span aria-live="polite"> "Copy command"
        <div className="actions end">
          <button type="button"> "Cancel"
          <button type="submit" className="primary" disabled=false> "Deploy""
  `);
  await dialog.shown.click('Deploy');
  expect(dialog.browser.sent).toEqual([
    'POST /environments/deploy {"environment_name":"staging","variant_id":"v","revision":3}',
  ]);
  expect(dialog.events).toEqual(['reload', 'close']);
  expect(lastAnnounced().text).toBe('Deployed tuned@3 to staging');
});

test('a protected one takes the newest evaluation of the revision, and what it is compared with', async () => {
  await using dialog = await openDialog([GUARDED, FREE]);
  expect(dialog.browser.sent.toSorted()).toEqual([OWN, OTHERS].toSorted());
  expect(await dialog.command()).toEqual(['wf env deploy production --variant tuned@3 --evaluation e']);
  await dialog.shown.enter('Compared with', 'f');
  expect(await dialog.command()).toEqual(['wf env deploy production --variant tuned@3 --evaluation e --baseline f']);
  await dialog.choose('staging');
  expect(await dialog.command()).toEqual(['wf env deploy staging --variant tuned@3']);
  await dialog.choose('production');
  await dialog.shown.click('Deploy');
  expect(dialog.browser.sent.at(-1)).toBe(
    'POST /environments/deploy {"environment_name":"production","variant_id":"v","revision":3,"evaluation_id":"e","baseline_evaluation_id":"f"}',
  );
});
