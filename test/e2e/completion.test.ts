import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { renderHelp } from '../../bin/render-help.ts';
import { readCommands } from '../../bin/write-reference.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

const commands = await readCommands(process.cwd());

test('every flag of every command is in its help, in the reference and in the manual page', async () => {
  const help = await renderHelp(process.cwd());
  const reference = readFileSync('dist/reference.md', 'utf8').split(/^## wf /m);
  const manual = readFileSync('dist/wf.1', 'utf8');
  const missing = commands.flatMap(({ id, flags }) => {
    const section = reference.find((text) => text.startsWith(`${id}\n`)) ?? '';
    return flags.flatMap(({ name, isGlobal }) => [
      ...([`--${name}`, `--[no-]${name}`].some((flag) => help.get(id)?.includes(flag))
        ? []
        : [`help of ${id}: ${name}`]),
      ...((isGlobal ? (reference[0] ?? '') : section).includes(`--${name}`) ? [] : [`reference of ${id}: ${name}`]),
      ...(manual.includes(`\\-\\-${name.replaceAll('-', '\\-')}`) ? [] : [`manual page: ${name}`]),
    ]);
  });
  expect(missing).toEqual([]);
});

test('bash completes commands, flags and the names of records', async () => {
  await using home = await tempProject();
  await mkdir(home.path('bin'));
  await writeFile(home.path('bin/wf'), `#!/bin/sh\nexec "${process.execPath}" "${WF}" "$@"\n`);
  await chmod(home.path('bin/wf'), 0o755);
  await runWf(['apps', 'create', 'support'], { cwd: home.root });
  const env = bareEnv(home.root);
  const complete = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const script = `source <(wf autocomplete bash); COMP_WORDS=(wf ${typed}); COMP_CWORD=${words.length}; _wf; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const text = execFileSync('bash', ['-c', script], {
      cwd: home.root,
      env: { ...env, PATH: `${home.path('bin')}:${env['PATH']}` },
      encoding: 'utf8',
    });
    return text.trim().split('\n');
  };
  expect(complete('va')).toEqual(['variants']);
  expect(complete('variants', 'li')).toEqual(['list']);
  expect(complete('variants', 'list', '--ap')).toEqual(['--app']);
  expect(complete('variants', 'list', '--app', '')).toEqual(['support']);
  expect(complete('variants', 'list', '--app', 'x')).toEqual(['']);
});

test('names are asked for once, then taken from the last time', async () => {
  await using home = await tempProject();
  await runWf(['apps', 'create', 'support'], { cwd: home.root });
  const ask = async () =>
    (await runWf(['autocomplete', 'fish', '--', 'apps', 'delete', ''], { cwd: home.root })).stdout;
  expect(await ask()).toContain('support\tapp');
  await runWf(['apps', 'create', 'later'], { cwd: home.root });
  expect(await ask()).not.toContain('later');
});

test('where nothing can be looked up, nothing is offered and nothing is said', async () => {
  await using home = await tempProject();
  const words = ['autocomplete', 'bash', '--', 'variants', 'show', ''];
  expect(await runWf(words, { cwd: home.root, env: { WF_BASE_URL: 'http://127.0.0.1:9' } })).toEqual({
    stdout: '',
    stderr: '',
    exitCode: 0,
  });
});
