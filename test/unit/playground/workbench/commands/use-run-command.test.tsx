import { expect, test } from 'vitest';
import type { Workspace } from '../../../../../src/playground/workspace/workspace.ts';
import { commandsOf } from '../../../../helpers/page/commands-of.ts';
import { DEV, openRoutes } from '../../../../helpers/page/open-routes.tsx';
import { variantOf } from '../../../../helpers/page/page-records.ts';

/** The command for an input, and what the buttons of the first configuration copy. */
async function copiesOf(workspace: Partial<Workspace>, variant: string | null = null) {
  await using opened = await openRoutes(workspace, { 'GET /variants/variant-1/revisions': [] });
  const { shown, browser } = opened;
  if (variant !== null) await shown.enter('Start from', variant);
  await shown.enter('question', 'Why?');
  await shown.enter('Tone', 'dry');
  const commands = await commandsOf(shown);
  await shown.click('Copy curl');
  await shown.click('Copy wf run');
  const [curl, run] = browser.copied;
  return { commands, curl, isSame: run === commands[0] };
}

const STORED = { variant: variantOf({ parameters: { tone: 'kind', words: 20 } }) };

test('what runs is the first variant, changed to the configuration', async () => {
  expect(await copiesOf(STORED)).toMatchInlineSnapshot(`
    {
      "commands": [
        "wf run / \\
      --variant default@2 \\
      --input 'question=Why?' \\
      --config tone=dry \\
      --config words=50",
      ],
      "curl": "curl http://127.0.0.1:4100/services/app-1/variant-1/playground/run \\
      -H "Authorization: ApiKey $WF_API_KEY" \\
      -H 'Content-Type: application/json' \\
      -d '{"question":"Why?","ag_config":{"tone":"dry","words":50}}'",
      "isSame": true,
    }
  `);
});

test('a loaded variant is what runs', async () => {
  expect((await copiesOf({ ...STORED, appFlag: 'support' }, 'variant-1')).commands).toMatchInlineSnapshot(`
    [
      "wf run / \\
      --app support \\
      --variant default@2 \\
      --input 'question=Why?' \\
      --config tone=dry",
    ]
  `);
});

test('under wf dev the sources run, with what differs from their defaults', async () => {
  expect(await copiesOf({ ...STORED, dev: DEV })).toMatchInlineSnapshot(`
    {
      "commands": [
        "wf run / \\
      --input 'question=Why?' \\
      --config tone=dry",
      ],
      "curl": "curl http://127.0.0.1:4100/dev/workflow/playground/run \\
      -H "Authorization: ApiKey $WF_API_KEY" \\
      -H 'Content-Type: application/json' \\
      -d '{"question":"Why?","ag_config":{"tone":"dry","words":50}}'",
      "isSame": true,
    }
  `);
});

test('an app without variants runs from its sources, too', async () => {
  expect((await copiesOf({ variant: null })).commands).toMatchInlineSnapshot(`
    [
      "wf run / \\
      --input 'question=Why?' \\
      --config tone=dry",
    ]
  `);
});
