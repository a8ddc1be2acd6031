import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

const FILES = {
  'project/wf.config.json': '{"app":"kept","entry":"flow.ts"}',
  'project/flow.ts': "import { route } from 'wfkit';\nexport const hello = route('/hello', {}, () => 'hello');\n",
  'disk/x': '',
  'said/x': '',
};

/** Every command that opens or writes the files of a data folder. */
const COMMANDS = [
  'serve --port 0 --data-dir .wf',
  'serve --port 0 --data-dir new --migrate',
  'backup copy.db --data-dir .wf',
  'restore ../backup.db --data-dir fresh',
  'prune --older-than 1s --yes',
  'move --data-dir .wf --to postgres://nobody@127.0.0.1:9/none',
  'doctor',
  'keys rotate-secret --data-dir .wf --yes',
];

/** What breaks a place: the disk of a project, with a folder `fresh` to restore into. */
const BROKEN: Readonly<Record<string, string>> = {
  'full disk': '! dd if=/dev/zero of=filler bs=4k 2>/dev/null',
  'read-only disk': 'mount -o remount,bind,ro ../disk',
  'damaged files':
    'dd if=/dev/zero of=.wf/wf.db bs=4k seek=1 count=40 conv=notrunc 2>/dev/null; head -c 9000 ../whole.db > ../backup.db; touch new',
  'folders in their place':
    'rm .wf/wf.db .wf/secret.key; mkdir .wf/wf.db .wf/secret.key copy.db.part fresh/wf.db.restoring; touch new',
};

/** A disk that only this shell and its children see. All commands run at once: none may wait for another. */
const SCRIPT = `
i=0
broken() {
  mount -t tmpfs -o size=24m,mode=755 tmpfs disk && cp -r project/. disk/ && cp whole.db backup.db && cd disk || exit 90
  mkdir -m 700 fresh && cp .wf/secret.key fresh/ && eval "$1" || exit 91
  while read -r line; do
    i=$((i + 1))
    ("$NODE" "$WF" $line > /dev/null 2> "../said/$i"; echo "$? $(head -1 "../said/$i")" > "../said/$i.line"; grep -Ei ' bug|^ +at ' "../said/$i" >> "../said/$i.line") < /dev/null &
  done < ../commands
  wait
  cd .. && umount -l disk
}
${Object.values(BROKEN)
  .map((shell) => `broken '${shell}'`)
  .join('\n')}
for n in $(seq $i); do tr '\\n' ' ' < said/$n.line; echo; done
`;

test('whatever is wrong with a place, each command ends with one sentence about it', async () => {
  await using home = await tempProject({ ...FILES, commands: `${COMMANDS.join('\n')}\n` });
  const cwd = home.path('project');
  expect(await runWf(['deploy', '--yes'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(await runWf(['env', 'vars', 'set', 'A=1'], { cwd })).toMatchObject({ exitCode: 0 });
  expect(await runWf(['backup', '../whole.db', '--data-dir', '.wf'], { cwd })).toMatchObject({ exitCode: 0 });
  await mkdir(home.path('home'));
  const env = { ...bareEnv(home.path('home')), WF_TRUST: '1', NODE: process.execPath, WF };
  const told = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', SCRIPT], { cwd: home.root, env });
  const lines = told.stdout.trimEnd().split(' \n');
  const places = Object.keys(BROKEN).flatMap((name) => COMMANDS.map((command) => `${name}: ${command}`));
  expect(lines).toHaveLength(places.length);
  for (const [index, line] of lines.entries())
    expect(`${places[index] ?? ''} -> ${line}`).toMatch(/ -> [1-5] Error: (?!System error)[^']*\.$/);
});
