import { expect, test } from 'vitest';
import { VariantList } from '../../../../src/playground/variants/variant-list.tsx';
import { WorkspaceContext } from '../../../../src/playground/workspace/workspace.ts';
import { choicesOf } from '../../../helpers/page/choices-of.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { environmentOf, pageOf, TIME, variantOf, workspaceOf } from '../../../helpers/page/page-records.ts';

const LIST = 'GET /apps/app-1/variants?limit=100&total=true&archived=false';

async function openList(query: Readonly<Record<string, string>>, answers: Answers = {}, bases = ['app']) {
  const browser = fakeBrowser({ answers });
  const workspace = workspaceOf({ appFlag: 'support', bases, environments: [environmentOf()] });
  const shown = await mount(
    <WorkspaceContext value={workspace}>
      <VariantList appId="app-1" query={query} />
    </WorkspaceContext>,
  );
  return {
    shown,
    heads: () => shown.root.all.filter(({ tag }) => tag === 'th').map(({ text }) => text),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test.each([
  [{}, 'wf variants list --app support'],
  [{ base: 'other', env: 'production' }, 'wf variants list --app support --base other --env production'],
  [{ sort: 'newest' }, 'wf variants list --desc --app support'],
  [{ sort: 'updated', archived: 'true' }, 'wf variants list --archived --desc --app support --sort updated'],
  [{ sort: 'name', find: 'a' }, 'wf variants list --search a --app support --sort name'],
])('with %j the command is %j', async (query, command) => {
  await using list = await openList(query);
  expect((await commandsOf(list.shown)).map((one) => one.replaceAll(' \\\n  ', ' '))).toEqual([command]);
});

test('the filters have these choices; of one base there is none', async () => {
  const others = [
    ['Runs in', ': any', 'production: production'],
    ['Order', ': oldest first', 'newest: newest first', 'updated: last changed first', 'name: by name'],
    ['Show', ': active', 'true: archived'],
  ];
  {
    await using list = await openList({});
    expect(choicesOf(list.shown)).toEqual(others);
  }
  await using list = await openList({}, {}, ['app', 'other']);
  expect(choicesOf(list.shown)).toEqual([['Base', ': any', 'app: app', 'other: other'], ...others]);
});

test.each([
  ['of one base', ['app'], {}, ['Variant', 'Revision', 'Runs in', 'Changed']],
  ['of two bases', ['app', 'other'], {}, ['Variant', 'Revision', 'Base', 'Runs in', 'Changed']],
  ['archived', ['app'], { archived_at: TIME }, ['Variant', 'Revision', 'Runs in', 'Labels', 'Changed']],
  ['labelled', ['app'], { labels: { team: 'a' } }, ['Variant', 'Revision', 'Runs in', 'Labels', 'Changed']],
  ['without labels', ['app'], { labels: {} }, ['Variant', 'Revision', 'Runs in', 'Changed']],
])('variants %s have their columns', async (_, bases, change, heads) => {
  const variants = [variantOf({ variant_id: 'v0' }), variantOf(change)];
  await using list = await openList({}, { [LIST]: pageOf(variants) }, bases);
  expect(list.heads()).toEqual(heads);
});
