import { expect, test } from 'vitest';
import { EvaluationsPage } from '../../../../src/playground/evaluations/evaluations-page.tsx';
import '../../../../src/playground/evaluations/trends/trends-page.tsx';
import { WorkspaceContext } from '../../../../src/playground/workspace/workspace.ts';
import { choicesOf } from '../../../helpers/page/choices-of.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { environmentOf, workspaceOf } from '../../../helpers/page/page-records.ts';

/** Opens the list with filters. */
async function openList(query: Readonly<Record<string, string>>) {
  const browser = fakeBrowser();
  const shown = await mount(
    <WorkspaceContext value={workspaceOf({ appFlag: 'support', environments: [environmentOf()] })}>
      <EvaluationsPage id={null} query={query} />
    </WorkspaceContext>,
  );
  return {
    shown,
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test.each([
  [{}, 'wf eval list --desc --app support'],
  [{ status: 'failed', env: 'production' }, 'wf eval list --desc --app support --status failed --env production'],
  [{ sort: 'oldest' }, 'wf eval list --app support'],
  [
    { sort: 'variant', find: 'a b', label: 'team=x' },
    "wf eval list --search 'a b' --label team=x --app support --sort variant",
  ],
])('with %j the command is %j', async (query, command) => {
  await using list = await openList(query);
  expect((await commandsOf(list.shown)).map((one) => one.replaceAll(' \\\n  ', ' '))).toEqual([command]);
});

test('the filters have these choices', async () => {
  await using list = await openList({});
  expect(choicesOf(list.shown)).toEqual([
    [
      'Status',
      ': any',
      'waiting: waiting',
      'running: running',
      'interrupted: interrupted',
      'finished: finished',
      'finished-with-errors: finished with errors',
      'failed: failed',
      'aggregation-failed: aggregation failed',
      'cancelled: cancelled',
    ],
    ['Of what runs in', ': any', 'production: production'],
    ['Order', ': newest first', 'oldest: oldest first', 'variant: by variant', 'testset: by test set'],
    ['Show', ': active', 'true: archived'],
  ]);
});

test.each([
  ['trends', 'Trends'],
  ['other', 'Evaluations'],
])('the view %j of the evaluations is that of %s', async (view, title) => {
  await using list = await openList({ view, metric: 'match' });
  expect(list.shown.root.all.filter(({ tag }) => tag === 'h1').map(({ text }) => text)).toEqual([title]);
});
