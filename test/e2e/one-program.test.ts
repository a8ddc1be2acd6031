import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFile, writeFile } from 'node:fs/promises';
import { startModelServer } from '../helpers/start-model-server.ts';
import { HIDDEN_FOR, hidePrograms } from '../helpers/hide-programs.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { startDev } from '../helpers/start-dev.ts';
import { startNodeTarget } from '../helpers/targets/node-target.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

/** A tool registry by function name, a provider's client at module level, and a prompt in a file of its own. */
const WORKFLOW = `
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import OpenAI from 'openai';
import { route } from 'wfkit';
import prompt from './prompt.md';
import { refund, search } from './tools.ts';

const client = new OpenAI();
const early = readFileSync(new URL('./texts/early.txt', import.meta.url), 'utf8');
const tools = new Map([search, refund].map((tool) => [tool.name, tool]));

export const tool = route('/', {}, async () => ({
  prompt,
  early,
  named: readFileSync(\`\${import.meta.dirname}/texts/\${['n', 'amed'].join('')}.txt\`, 'utf8'),
  relative: await readFile('texts/named.txt', 'utf8'),
  place: import.meta.url.split('/files/').pop(),
  names: [...tools.keys()],
  found: tools.get('searchDocs')?.('x') ?? 'NO SUCH TOOL',
  client: client.constructor.name,
}));

export const streamed = route('/streamed', {}, async () => {
  const stream = await client.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'Hello' }],
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
  return text;
});
`;
const TOOLS = `
export function searchDocs(text: string) { return \`found \${text}\`; }
export const refund = function refundOrder() { return 'refunded'; };
export const search = searchDocs;
`;
const ANSWER = {
  prompt: '# Be brief\n',
  early: 'read early',
  named: 'named by the project file',
  relative: 'named by the project file',
  place: 'workflow.ts',
  names: ['searchDocs', 'refundOrder'],
  found: 'found x',
  client: 'OpenAI',
};

let project: TempProject;

beforeAll(async () => {
  project = await tempProject({
    'workflow.ts': WORKFLOW,
    'tools.ts': TOOLS,
    'prompt.md': ANSWER.prompt,
    'texts/early.txt': ANSWER.early,
    'texts/named.txt': ANSWER.named,
    '.wfrc.json': '{"app":"tools","entry":"workflow.ts","files":["texts/n*.txt"]}',
  });
  await linkPackages(project.root, ['zod', 'openai']);
});

afterAll(async () => await project[Symbol.asyncDispose]());

test('schemas are read without the key that a client at module level asks for', async () => {
  const { exitCode, stderr } = await runWf(['build'], { cwd: project.root });

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('OPENAI_API_KEY') });
});

test('a call from source and one of a built server give the same names and text', async () => {
  await writeFile(project.path('.env'), 'OPENAI_API_KEY=sk-mine\n');

  const fromSource = await runWf(['run', '/', '--json'], { cwd: project.root });
  const built = await runWf(['build', '--target', 'node', '--json'], { cwd: project.root });
  const { dir } = JSON.parse(built.stdout) as { dir: string };
  await using server = await startNodeTarget({ dir, variables: { OPENAI_API_KEY: 'sk-mine' } });
  const served = await server.ask('/run', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

  expect({ stderr: fromSource.stderr, data: JSON.parse(fromSource.stdout).data }).toMatchObject({ data: ANSWER });
  expect((await served.json()).data).toEqual(ANSWER);
});

test('a streamed call of a plain client shows its cost, from source and in a built server', async () => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  await writeFile(project.path('.env'), `OPENAI_API_KEY=sk-mine\nOPENAI_BASE_URL=${models.baseUrl}\n`);

  const fromSource = await runWf(['run', '/streamed'], { cwd: project.root });
  const built = await runWf(['build', '--target', 'node', '--json'], { cwd: project.root });
  const { dir } = JSON.parse(built.stdout) as { dir: string };
  const variables = { OPENAI_API_KEY: 'sk-mine', OPENAI_BASE_URL: models.baseUrl };
  await using server = await startNodeTarget({ dir, variables });
  const served = await server.ask('/run/streamed?inline=true', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });

  expect(fromSource).toMatchObject({
    stdout: 'An answer.\n',
    stderr: 'Cost: $0.000195. gpt-4o-mini (openai): 1000 in (200 cached), 100 out (10 reasoning)\n',
  });
  expect((await served.json()).tree.nodes[0].metrics.acc.costs.total).toBe(0.000195);
});

test('a hosted call and a call of wf dev give the same', async () => {
  await writeFile(project.path('.env'), 'OPENAI_API_KEY=sk-mine\n');
  await runWf(['deploy'], { cwd: project.root });
  const hosted = await runWf(['run', '/', '--variant', 'default', '--json'], { cwd: project.root });
  await using dev = await startDev(project, ['--no-open', '--port', '0']);

  expect({ stderr: hosted.stderr, data: JSON.parse(hosted.stdout).data }).toMatchObject({ data: ANSWER });
  expect(await dev.call('/playground/run')).toEqual(ANSWER);
});

const KINDS = ['bubblewrap', 'namespaces', 'permission-model'] as const;

test.each(KINDS.filter((kind) => process.platform === 'linux' || kind === 'permission-model'))(
  'a hosted call and one from source find their files in the sandbox %s',
  async (kind) => {
    const isHidden = process.platform === 'linux' ? HIDDEN_FOR[kind] : [];
    const run = async (...args: string[]) => {
      const [program = '', ...words] = [...hidePrograms(isHidden, null), process.execPath, WF, ...args];
      const { stdout } = await promisify(execFile)(program, words, { cwd: project.root, env: bareEnv(project.root) });
      return JSON.parse(stdout) as { data: unknown };
    };

    expect((await run('run', '/', '--json')).data).toEqual(ANSWER);
    expect((await run('run', '/', '--variant', 'default', '--json')).data).toEqual(ANSWER);
  },
);

test('an exported app takes its files along', async () => {
  const exported = await runWf(['export', 'tools.tar.gz'], { cwd: project.root });
  await using other = await tempProject({
    '.wfrc.json': '{"app":"tools","entry":"workflow.ts"}',
    '.env': 'OPENAI_API_KEY=sk-mine\n',
  });
  const imported = await runWf(['import', project.path('tools.tar.gz')], { cwd: other.root });
  const { stdout } = await runWf(['run', '/', '--variant', 'default', '--json'], { cwd: other.root });

  expect([exported.exitCode, imported.exitCode]).toEqual([0, 0]);
  expect(JSON.parse(stdout).data).toEqual(ANSWER);
});

test('a deploy after a change of one file uploads it and the list of parts', async () => {
  await writeFile(project.path('texts/named.txt'), 'changed');
  const { stderr } = await runWf(['deploy'], { cwd: project.root });
  const { stdout } = await runWf(['run', '/', '--variant', 'default', '--json'], { cwd: project.root });

  expect(stderr).toMatch(/^Uploading \d+ B in 2 parts$/m);
  expect(JSON.parse(stdout).data).toEqual({ ...ANSWER, named: 'changed', relative: 'changed' });
});

test('git ignores what a build leaves in a repository that wf did not make', async () => {
  expect(await readFile(project.path('.wf/.gitignore'), 'utf8')).toBe('*\n');
});
