import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { giveAway } from '../helpers/give-away.ts';
import { openTerminal } from '../helpers/open-terminal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const RUNS = "process.getBuiltinModule('fs').writeFileSync(new URL('../ran', import.meta.url), '');";
const CODE = `${RUNS}\nexport default { app: 'planted' };`;

/** Somebody else's repository, with everything in it that might run. */
async function openRepository() {
  const project = await tempProject({
    'home/x': '',
    'repo/wf.config.ts': CODE,
    'repo/src/workflow.ts': RUNS,
    'repo/evaluators/planted.ts': RUNS,
    'repo/package.json': '{"type": "module", "wf": {"$import": "./wf.config.ts"}}',
    'repo/.env': `WF_TRUSTED_FOLDERS=/\nNODE_OPTIONS=--import=./wf.config.ts\n`,
    'repo/.npmrc': 'node-options=--import=./wf.config.ts\n',
    'repo/deep/er/x': '',
  });
  await mkdir(project.path('repo/node_modules/.bin'), { recursive: true });
  for (const name of ['node', 'esbuild', 'git', 'npm', 'less', 'sh']) {
    const file = project.path(`repo/node_modules/.bin/${name}`);
    await writeFile(file, `#!/bin/sh\ntouch ${project.path('ran')}\n`);
    await chmod(file, 0o755);
  }
  const wf = (line: string, folder = 'repo', nodeArgs: readonly string[] = []) =>
    runWf(line.split(' '), {
      cwd: project.path(folder),
      nodeArgs,
      env: { HOME: project.path('home'), XDG_CONFIG_HOME: project.path('home'), WF_TRUST: '' },
    });
  return { ...project, wf };
}

test('nothing of a repository runs because of Tab, help, a list or a broken flag', async () => {
  await using repository = await openRepository();
  // Every command is tried in `untrusted-commands`; these take other ways into the program.
  const lines = [
    ['autocomplete zsh -- env deploy ', 0],
    ['autocomplete fish -- --app ', 0],
    ['variants list --help', 0],
    ['variants --nope', 2],
    ['trust --list', 0],
    ['variants list', 2],
    ['run /', 2],
    ['doctor', 1],
  ] as const;
  const inside = lines.filter(([line]) => ['run /', 'autocomplete fish -- --app '].includes(line));
  for (const [folder, played] of [
    ['repo', lines],
    ['repo/deep/er', inside],
  ] as const) {
    for (const [line, exitCode] of played) {
      const run = await repository.wf(line, folder);
      expect([line, run.exitCode], run.stderr).toEqual([line, exitCode]);
      if (line.startsWith('autocomplete')) expect([run.stdout.trim(), run.stderr]).toEqual(['', '']);
      if (exitCode === 2 && line !== 'variants --nope')
        expect(run.stderr).toContain('wf.config.ts contains code (line 1)');
      expect(existsSync(repository.path('ran')), line).toBe(false);
    }
  }
  expect(await readdir(repository.path('repo'))).not.toContain('.wf');
});

test('a deploy of a cloned repository says its commit, and runs nothing that its configuration names', async () => {
  await using project = await tempProject({
    '.wfrc.json': '{ "app": "cloned", "entry": "flow.ts" }',
    'flow.ts': "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, () => 1);\n",
    '.gitattributes': '*.ts filter=planted\n',
    '.gitignore': '.wf\n',
  });
  const git = (line: string) => execFileSync('git', line.split(' '), { cwd: project.root, encoding: 'utf8' }).trim();
  git('init -q -b main');
  git('add -A');
  git('-c user.name=a -c user.email=a@example.com commit -qm one');
  const commit = git('rev-parse HEAD');
  await writeFile(project.path('planted'), `#!/bin/sh\ntouch ${project.path('ran')}\n`, { mode: 0o755 });
  for (const name of ['core.fsmonitor', 'filter.planted.clean', 'core.sshCommand', 'core.pager'])
    git(`config ${name} ${project.path('planted')}`);
  const wf = async (line: string) => (await runWf(line.split(' '), { cwd: project.root })).stdout;
  const deployed = await wf('deploy --env production');
  expect(deployed.split('\n')[0]).toContain(`environment production, from ${commit.slice(0, 7)} (main).`);
  await writeFile(project.path('.wfrc.json'), '{ "app": "cloned", "entry": "./flow.ts" }');
  await writeFile(
    project.path('flow.ts'),
    "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, () => 2);\n",
  );
  expect(await wf('deploy --env production')).toContain(`from ${commit.slice(0, 7)} (main, changed files).`);
  expect(existsSync(project.path('ran'))).toBe(false);
  expect(await wf('env show production')).toContain(`${commit.slice(0, 7)} (main, changed files)`);
  const { revisions } = JSON.parse(await wf('env revisions production --json'));
  expect(revisions.map(({ source }: { readonly source: unknown }) => source)).toEqual([
    { commit, branch: 'main', dirty: false },
    { commit, branch: 'main', dirty: true },
  ]);
});

test('the tools of an assistant refuse what commands refuse, with their words', async () => {
  await using repository = await openRepository();
  const clientInfo = { name: 'hand', version: '0' };
  const call = (id: number, name: string) => ({ id, method: 'tools/call', params: { name, arguments: {} } });
  const stdin = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    call(2, 'list_apps'),
    call(3, 'plan_deploy'),
  ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const env = { HOME: repository.path('home'), XDG_CONFIG_HOME: repository.path('home'), WF_TRUST: '' };
  const run = await runWf(['mcp'], { cwd: repository.path('repo'), stdin: stdin.join(''), env });
  const answers = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const id of [2, 3]) {
    const text = JSON.stringify(answers.find((answer) => answer.id === id));
    expect(text).toContain('WF_NOT_TRUSTED');
    expect(text).toContain(`wf trust ${repository.path('repo')}`);
  }
  expect(existsSync(repository.path('ran'))).toBe(false);
});

test('wf serve gives variables of its project to its own app, and the sealing key to none', async () => {
  const secret = 'ab'.repeat(32);
  await using clone = await openClone(`OTHER_APP_SECRET=x\nWF_SECRET_KEY=${secret}\nWF_API_KEY=mine\n`);
  const env = { WF_SECRET_KEY: secret, GITHUB_TOKEN: 'of the shell' };
  await using server = await startWfServe(clone.root, [], { env });
  for (const app of ['cloned', 'other']) {
    const wf = async (line: string) =>
      await runWf(`${line} --app ${app} --base-url ${server.url}`.split(' '), { cwd: clone.root });
    expect(await wf('deploy')).toMatchObject({ exitCode: 0 });
    const { stdout } = await wf('run / --variant default --json');
    const seen = JSON.parse(stdout).data;
    expect([app, seen.OTHER_APP_SECRET]).toEqual([app, app === 'cloned' ? 'x' : undefined]);
    expect(Object.keys(seen).filter((name) => name.startsWith('WF_') || name === 'GITHUB_TOKEN')).toEqual([]);
    expect(stdout).not.toContain(secret);
  }
});

test('it runs after wf trust, and with the variable of build machines', async () => {
  await using repository = await openRepository();
  const variable = await runWf(['config', 'get', 'app'], {
    cwd: repository.path('repo'),
    env: { HOME: repository.path('home'), WF_TRUST: '', WF_TRUSTED_FOLDERS: repository.path('repo') },
  });
  expect(variable.stdout).toBe('planted\n');
  expect((await repository.wf('trust')).exitCode).toBe(0);
  expect((await repository.wf('config get app')).stdout).toBe('planted\n');
  expect((await repository.wf('trust --remove')).exitCode).toBe(0);
  expect(await repository.wf('config get app')).toMatchObject({ stdout: '', exitCode: 2 });
});

test('a project that wf init creates may compute its settings at once', async () => {
  await using repository = await openRepository();
  expect((await repository.wf('init ../own', 'home')).exitCode).toBe(0);
  await writeFile(repository.path('own/wf.config.ts'), "export default { app: ['my', 'own'].join('-') };\n");
  expect((await repository.wf('config get app', 'own')).stdout).toBe('my-own\n');
});

test("another user's file in a folder that all can write to is ignored", async () => {
  await using repository = await openRepository();
  await mkdir(repository.path('shared/mine'), { recursive: true });
  await writeFile(repository.path('shared/wf.config.json'), '{"app": "planted"}');
  await chmod(repository.path('shared'), 0o1777);
  expect((await repository.wf('config get app', 'shared/mine')).stdout).toBe('planted\n');
  const nodeArgs = await giveAway(repository.path('shared/wf.config.json'));
  expect((await repository.wf('config get app', 'shared/mine', nodeArgs)).stdout).toBe('');
  await chmod(repository.path('shared'), 0o755);
  expect((await repository.wf('config get app', 'shared/mine', nodeArgs)).stdout).toBe('planted\n');
});

const SEES = `import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';
const C = configSchema({ model: z.string().default(process.env.MODEL ?? '') });
export default entrypoint({ config: C, output: z.any() }, () => ({ ...process.env }));
`;

/** A clone with a workflow that returns its variables, and a shell that has more of them. */
async function openClone(env: string) {
  const project = await tempProject({
    '.wfrc.json': '{"app": "cloned", "entry": "flow.ts"}',
    'flow.ts': SEES,
    '.env': env,
    'home/x': '',
  });
  await linkPackages(project.root, ['zod']);
  const shell = { HOME: project.path('home'), XDG_CONFIG_HOME: project.path('home'), GITHUB_TOKEN: 'of the shell' };
  const wf = (line: string, trust = '1') =>
    runWf(line.split(' '), { cwd: project.root, env: { ...shell, WF_TRUST: trust } });
  return { ...project, shell, wf };
}

test('on a terminal, a command asks once whether to trust a folder, with the variables that it names', async () => {
  await using clone = await openClone('GITHUB_TOKEN=\nMODEL=small\n');
  const env = { ...clone.shell, WF_TRUST: '' };
  const answered = async (answer: string) => {
    await using terminal = openTerminal(['run', '/'], { cwd: clone.root, env, columns: 200 });
    await terminal.shows('and the folders in it? [y/N]');
    expect(terminal.written()).toContain('It names the variables GITHUB_TOKEN, MODEL.');
    terminal.press(`${answer}\r`);
    return { exitCode: await terminal.exitCode, written: terminal.written() };
  };
  const refused = await answered('');
  expect(refused.written).toContain('you did not trust it');
  expect(await answered('y')).toMatchObject({ exitCode: 0, written: expect.stringContaining('"MODEL": "small"') });
  expect((await clone.wf('run /', '')).exitCode).toBe(0);
});

test('--trust is for one command, and a name without a value takes nothing from the shell', async () => {
  await using clone = await openClone('GITHUB_TOKEN=\nWF_SECRET_KEY=file\n');
  const seen = async (line: string) => JSON.parse((await clone.wf(line, '')).stdout).data;
  expect(await seen('run / --trust --json')).toMatchObject({ GITHUB_TOKEN: '' });
  expect(await seen('run / --trust --json')).not.toHaveProperty('WF_SECRET_KEY');
  expect((await clone.wf('run /', '')).exitCode).toBe(2);
  await writeFile(clone.path('.wfrc.json'), '{"app": "cloned", "entry": "flow.ts", "env": ["GITHUB_TOKEN"]}');
  expect(await seen('run / --trust --json')).toMatchObject({ GITHUB_TOKEN: 'of the shell' });
});

test('a deploy names the variables that schemas contain, and refuses credentials', async () => {
  await using clone = await openClone('MODEL=small\nSEED=small-seed\n');
  expect((await clone.wf('deploy --plan')).stderr).toContain('Uploading the values of MODEL: the schemas contain them');
  expect(JSON.parse((await clone.wf('deploy --json')).stdout).variables).toEqual(['MODEL']);
  await writeFile(clone.path('.env'), 'MODEL=sk-1234567890\nMODEL_KEY=sk-1234567890\n');
  const refused = await clone.wf('deploy --plan');
  expect(refused.stderr).toContain('contain the value of MODEL_KEY');
  expect(refused).toMatchObject({ stdout: '', exitCode: 2 });
  expect(refused.stderr).not.toContain('sk-123');
});
