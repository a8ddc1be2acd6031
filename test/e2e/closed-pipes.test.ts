import { expect, test } from 'vitest';
import { openWorld } from '../helpers/open-world.ts';
import { runWf, WF } from '../helpers/run-wf.ts';
import { fillLists } from '../helpers/whole-lists/fill-lists.ts';
import { LIST_LINES } from '../helpers/whole-lists/list-lines.ts';

test('a reader that takes the first line of a list ends the command, which did not fail', async () => {
  await using world = await openWorld({ transport: 'socket' });
  const ids = await fillLists(world);
  const env = { WF_BASE_URL: world.running.baseUrl, WF_API_KEY: world.running.keys.operator, WF_APP: 'support' };
  const lines = Object.values(LIST_LINES).map(({ words }) => (typeof words === 'string' ? words : words(ids)));
  const script = lines
    .map((line) => `"$0" "$1" ${line} --json | head -1 >/dev/null; echo "\${PIPESTATUS[*]} ${line}"`)
    .join('\n');
  const run = await runWf(['-c', script, process.execPath, WF], { command: 'bash', env });
  expect(run.stderr).toBe('');
  expect(run.stdout.trimEnd().split('\n')).toEqual(lines.map((line) => `0 0 ${line}`));
});
