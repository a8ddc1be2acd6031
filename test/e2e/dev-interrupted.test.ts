import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { bareEnv, WF } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';
import { childrenOf, livingIn } from '../helpers/watch-process.ts';

test('Ctrl-C on a terminal, sent to every process, stops it silently while it loads', async () => {
  await using project = await tempProject({
    'package.json': JSON.stringify({ name: 'support', type: 'module' }),
    'wf.config.json': JSON.stringify({ app: 'support' }),
    'src/workflow.ts': "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'one');\n",
  });
  await linkPackages(project.root, ['zod']);
  const child = spawn(process.execPath, [WF, 'dev', '--no-open', '--port', '0'], {
    cwd: project.root,
    env: bareEnv(project.root),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal creates for each command.
    detached: true,
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  // The process of the sources runs, but nothing is served yet.
  await expect.poll(() => childrenOf(child.pid ?? 0).length).toBeGreaterThan(0);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  const [stdout, stderr] = await said;
  // A slow machine may have printed the address before the key press.
  expect([stdout.replace(/^Playground: .*\n$/, ''), stderr.replace(/^Loaded in .*\n$/, '')]).toEqual(['', '']);
  await expect.poll(() => livingIn(child.pid ?? 0)).toEqual([]);
  expect(existsSync(project.path('.wf/dev.json'))).toBe(false);
});
