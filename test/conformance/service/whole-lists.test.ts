import { expect, test } from 'vitest';
import { COMMAND_FILES } from '../../../commands/index.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { runAgainst } from '../../helpers/other-services/run-against.ts';
import { commandOf } from '../../helpers/run-line.ts';
import { fillLists, MANY } from '../../helpers/whole-lists/fill-lists.ts';
import { LIST_LINES, UNPAGED } from '../../helpers/whole-lists/list-lines.ts';
import { ListCommand } from '../../../src/cli/kit/command/list-command.ts';

test('each command that lists has a line here', async () => {
  const listing: string[] = [];
  for (const id of Object.keys(COMMAND_FILES)) {
    const { prototype, flags = {} } = await commandOf(id);
    const isCut = Object.values(flags).some((flag) => 'toolDefault' in flag);
    if (prototype instanceof ListCommand || isCut || / (?:list|revisions)$/.test(id)) listing.push(id);
  }
  expect(listing.filter((id) => !(id in LIST_LINES) && !(id in UNPAGED))).toEqual([]);
  expect(Object.keys(UNPAGED).filter((id) => !listing.includes(id))).toEqual([]);
});

test('each list is whole in a pipe, as a document and as a table, and says when it is cut', async () => {
  await using world = await openWorld({ transport: 'socket' });
  const ids = await fillLists(world);
  const home = '/nowhere';
  const env = { WF_BASE_URL: world.running.baseUrl, WF_API_KEY: world.running.keys.operator, WF_APP: 'support' };
  const wf = (line: string) =>
    runAgainst(world.running.baseUrl)(line, { env: { ...env, HOME: home, XDG_CONFIG_HOME: home } });
  const found: unknown[] = [];
  const wanted: unknown[] = [];
  for (const [id, line] of Object.entries(LIST_LINES)) {
    const { words, limit = '--limit', countOf = lengthOf, heads = 1 } = line;
    const typed = typeof words === 'string' ? words : words(ids);
    const cut = limit === null ? [] : [` ${limit} 7`];
    for (const flags of ['', ...cut])
      for (const form of heads === null ? ['--json'] : ['--json', '--tsv']) {
        const { stdout, stderr, exitCode } = await wf(`${typed}${flags} ${form}`);
        const count = form === '--json' ? countOf(JSON.parse(stdout || '[]')) : linesOf(stdout) - (heads ?? 0);
        const isTold = /^7 (?:of 1003 )?are shown\b.* All: wf .*--all\n$/.test(stderr);
        found.push([id, form, flags, count, exitCode, isTold || stderr]);
        wanted.push([id, form, flags, flags === '' ? MANY : 7, 0, flags === '' ? '' : true]);
      }
  }
  expect(found).toEqual(wanted);
  const idOf = async (flags: string) => (await wf(`eval list --quiet${flags}`)).stdout.trim().split('\n');
  const all = await idOf('');
  expect(await idOf(' --limit 1')).toEqual(all.slice(-1));
  expect(await idOf(' --limit 1 --sort created')).toEqual(all.slice(0, 1));
});

// A list, unless the line says otherwise.
const lengthOf = (document: unknown) => (document as readonly unknown[]).length;

const linesOf = (text: string) => text.split('\n').length - 1;
