import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFile, writeFile } from 'node:fs/promises';
import { runWf } from '../helpers/run-wf.ts';
import { startNodeTarget } from '../helpers/targets/node-target.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

/** A tool registry by function name, a provider's client at module level, and a prompt in a file of its own. */
const WORKFLOW = `
import OpenAI from 'openai';
import { route } from 'wfkit';
import prompt from './prompt.md';
import { refund, search } from './tools.ts';

const client = new OpenAI();
const tools = new Map([search, refund].map((tool) => [tool.name, tool]));

export const tool = route('/', {}, async () => ({
  prompt,
  names: [...tools.keys()],
  found: tools.get('searchDocs')?.('x') ?? 'NO SUCH TOOL',
  client: client.constructor.name,
}));
`;
const TOOLS = `
export function searchDocs(text: string) { return \`found \${text}\`; }
export const refund = function refundOrder() { return 'refunded'; };
export const search = searchDocs;
`;
const ANSWER = {
  prompt: '# Be brief\n',
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
    '.wfrc.json': '{"app":"tools","entry":"workflow.ts"}',
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

test('git ignores what a build leaves in a repository that wf did not make', async () => {
  expect(await readFile(project.path('.wf/.gitignore'), 'utf8')).toBe('*\n');
});
