import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { COMMAND_FILES } from '../../commands/index.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { runLine } from '../helpers/run-line.ts';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';
import { SCRIPT } from './command-script.ts';

/** Would be seen wherever the code of the folder ran, was bundled, or was given the variables of the shell. */
const MARK = 'planted-4711';
const SHELL = { GITHUB_TOKEN: `shell-${MARK}`, AWS_SECRET_ACCESS_KEY: `shell-${MARK}`, WF_TRUST: '' };
const CODE = `throw new Error('${MARK}' + process.env.GITHUB_TOKEN);\n`;

/** A clone whose author planted what commands might run, open or send. Its project file is literal, so all commands read it. */
const CLONE = {
  '.wfrc.json': JSON.stringify({ app: 'cloned', entry: 'src/workflow.ts', env: ['GITHUB_TOKEN'] }),
  'src/workflow.ts': CODE,
  'evaluators/own.ts': CODE,
  'package.json': '{"type": "module"}',
  '.env': `GITHUB_TOKEN=\nAWS_SECRET_ACCESS_KEY=\nWF_TRUST=1\nWF_TRUSTED_FOLDERS=/\n`,
  '.wf/wf.db': `${MARK}: not a database`,
  'testsets/messages.csv': 'message\nhello\n',
};

/** Not refused: they read nothing of a project but literal settings, or fail before because of a file that their user names. */
const HARMLESS = new Set([
  'autocomplete',
  'backup',
  'config get',
  'config list',
  'config set',
  'doctor',
  'explain',
  'import',
  'init',
  'keys rotate-secret',
  'login',
  'logout',
  'mcp',
  'move',
  'open',
  'profiles add',
  'profiles list',
  'profiles remove',
  'profiles use',
  'restore',
  'schema',
  'trust',
]);

afterEach(() => vi.unstubAllEnvs());

async function listContents(project: TempProject): Promise<[string, string][]> {
  const entries = await readdir(project.path('clone'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return await Promise.all(files.toSorted().map(async (file) => [file, await readFile(file, 'utf8')]));
}

async function openClone() {
  const files = Object.entries(CLONE).map(([path, text]) => [`clone/${path}`, text] as const);
  const project = await tempProject({ 'home/x': '', ...Object.fromEntries(files) });
  for (const [name, value] of Object.entries(SHELL)) vi.stubEnv(name, value);
  const before = await listContents(project);
  const home = project.path('home');
  const env = { ...SHELL, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  return { ...project, before, wf: async (line: string) => await runLine(line, { cwd: project.path('clone'), env }) };
}

test.each(Object.keys(COMMAND_FILES))('wf %s runs nothing of a cloned folder, and takes nothing', async (id) => {
  const received: string[] = [];
  await using service = await startHttpServer((request, response) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)}`);
    request.setEncoding('utf8').on('data', (text: string) => received.push(text));
    request.on('end', () => response.writeHead(404, { 'content-type': 'application/json' }).end('{}'));
  });
  await using clone = await openClone();
  const lines = SCRIPT.filter((line) => line.id === id && id !== 'init' && id !== 'trust');
  if (id !== 'init' && id !== 'trust') expect(lines).not.toEqual([]);
  for (const { words } of lines) {
    const line = `${id} ${words}`.trim();
    const here = await clone.wf(line);
    const isRefused = here.stderr.includes(`wf trust ${clone.path('clone')}`) && here.stderr.includes('WF_TRUST=1');
    expect([line, isRefused || HARMLESS.has(id)], here.stderr + here.stdout).toEqual([line, true]);
    const there = await clone.wf(`${line} --base-url ${service.url}`);
    const said = [here, there].flatMap(({ stdout, stderr }) => [stdout, stderr]);
    expect([...said, ...received].filter((text) => text.includes(MARK))).toEqual([]);
    expect(await listContents(clone)).toEqual(clone.before);
  }
});
