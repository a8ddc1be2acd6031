import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';
import { runWf } from '../helpers/run-wf.ts';
import { runHeld } from './run-held.ts';

const WORKFLOW = `
import { configSchema, entrypoint, groupedMultipleChoice, multipleChoice, route } from 'wfkit';
import * as z from 'zod';

const Tone = configSchema({
  tone: multipleChoice(['plain', 'warm']).default('plain').describe('How it sounds */ to people'),
  model: groupedMultipleChoice({ small: ['s1'], large: ['l1', 'l2'] }).default('s1'),
  times: z.int().gte(1).lte(3).default(2),
  share: z.number().gt(0).lt(1).default(0.5),
  loud: z.boolean().default(false),
});

interface Tree { value: string; children: Tree[] }
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ value: z.string(), children: z.array(Tree) })).meta({ id: 'Tree' });

export default entrypoint(
  { config: Tone, input: z.object({ name: z.string(), 'odd-name': z.number().optional() }), output: z.string() },
  async ({ config, input }) => config.tone + ' ' + input.name + ' ' + config.times,
);
export const shapes = route('/deep/shapes', {
  input: z.object({
    kind: z.enum(['a', 'b']),
    pair: z.tuple([z.string(), z.number()]).optional(),
    extra: z.record(z.string(), z.number()).optional(),
    maybe: z.string().nullable().optional(),
    either: z.union([z.literal(1), z.object({ x: z.boolean() })]).optional(),
    tree: Tree.optional(),
  }),
  output: z.object({ kind: z.string(), list: z.array(z.object({ n: z.int() })) }),
}, async ({ input }) => ({ kind: input.kind, list: [{ n: 1 }] }));
export const words = route('/words', { config: Tone, input: z.object({ text: z.string() }), output: z.string() },
  async function* ({ input }) { for (const word of input.text.split(' ')) yield word + ' '; });
export const open = route('/open', {}, async ({ input }) => input);
export const failing = route('/failing', { input: z.object({}) }, async () => { throw new Error('no luck'); });
`;

const USE = `
import { createWorkflowClient, WorkflowError, type EntrypointConfig } from './client.ts';

const [, , baseUrl = '', apiKey = ''] = process.argv;
const client = createWorkflowClient({ baseUrl, apiKey });
const config: EntrypointConfig = { tone: 'warm', times: 3 };
// @ts-expect-error no such choice
const wrongChoice: EntrypointConfig = { tone: 'cold' };
// @ts-expect-error an input is missing
const wrongInput = () => client.entrypoint({});
// @ts-expect-error a number
const wrongOutput = async (): Promise<number> => (await client.entrypoint({ name: 'Ada' })).data;

const deep = await client.shapes({ kind: 'a', pair: ['x', 1], extra: { y: 2 }, either: { x: true }, tree: { value: 'v', children: [] } });
const count: number = deep.data.list[0]?.n ?? 0;
const parts: string[] = [];
const stream = client.words.stream({ text: 'one two' });
let end = await stream.next();
for (; end.done !== true; end = await stream.next()) parts.push(end.value);
const errors: unknown[] = [];
const note = (error: unknown) => errors.push(error instanceof WorkflowError ? [error.status, error.message] : error);
await client.failing({}).catch(note);
await client.entrypoint({ name: 'Ada' }, { environment: 'staging' }).catch(note);
await createWorkflowClient({ baseUrl }).entrypoint({ name: 'Ada' }).catch(note);
await client.entrypoint({ name: 7 as unknown as string }).catch((error) => note(error instanceof WorkflowError ? error.status : error));
void [wrongChoice, wrongInput, wrongOutput];
console.log(JSON.stringify({
  deployed: (await client.entrypoint({ name: 'Ada' })).data,
  variant: (await client.entrypoint({ name: 'Ada' }, { variant: 'tuned' })).data,
  own: (await client.entrypoint.withConfig(config, { name: 'Ada' })).data,
  open: (await client.open({ any: ['thing'] })).data,
  count, parts, whole: end.value.data, errors,
}));
`;

const STRICT = {
  target: 'es2022',
  module: 'nodenext',
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

test('the generated client passes strict checks and works against a running service', async () => {
  await using project = await deployedProject();
  const cwd = project.root;
  await using server = await runHeld(['serve', '--port', '0', '--json'], { cwd, isServer: true });
  const { url, key_file: keyFile } = z.object({ url: z.string(), key_file: z.string() }).parse(server.document);
  expect(await runWf(['client', '--output', 'client.ts'], { cwd })).toMatchObject({
    stdout: 'Wrote a client of 5 routes of flow to client.ts.\n',
    exitCode: 0,
  });
  await writeFile(project.path('use.ts'), USE);
  expect(await check(project, ['es2022', 'dom'])).toBe('');
  expect(await check(project, ['es2022'])).toBe('');
  const key = (await readFile(keyFile, 'utf8')).trim();
  const { stdout } = await promisify(execFile)(process.execPath, [project.path('use.ts'), url, key], { cwd });
  expect(JSON.parse(stdout)).toEqual({
    deployed: 'plain Ada 2',
    variant: 'warm Ada 1',
    own: 'warm Ada 3',
    open: { any: ['thing'] },
    count: 1,
    parts: ['one ', 'two '],
    whole: 'one two ',
    errors: [[500, 'no luck'], [400, expect.stringContaining('staging')], [401, expect.any(String)], 422],
  });
});

test('a client that cannot be generated is reported', async () => {
  await using empty = await tempProject({ '.wfrc.json': '{"app": "flow"}' });
  const run = (words: string[], cwd: string) => runWf(['client', ...words], { cwd });
  expect(await run([], empty.root)).toMatchObject({ stdout: '', exitCode: 3 });
  await using project = await deployedProject();
  expect(await run(['--env', 'staging'], project.root)).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('Nothing is deployed to staging yet.'),
    exitCode: 3,
  });
  expect(await run(['--base', 'other'], project.root)).toMatchObject({ stdout: '', exitCode: 3 });
  expect(await run(['--env', 'production', '--base', 'main'], project.root)).toMatchObject({ stdout: '', exitCode: 2 });
  expect(await run(['--output', 'no/such/folder.ts'], project.root)).toMatchObject({ stdout: '', exitCode: 2 });
  const printed = await run(['--env', 'production'], project.root);
  expect([printed.exitCode, printed.stdout.split('\n')[0]]).toEqual([
    0,
    '// Generated by `wf client` for the routes of the app "flow". Regenerate it when they change; edits are lost.',
  ]);
});

async function deployedProject(): Promise<TempProject> {
  const project = await tempProject({
    '.wfrc.json': JSON.stringify({ app: 'flow', entry: 'flow.ts' }),
    'package.json': '{"type": "module"}',
    'flow.ts': WORKFLOW,
  });
  await linkPackages(project.root, ['zod']);
  for (const words of [
    ['deploy', '--env', 'production'],
    ['variants', 'create', 'tuned', '--from', 'default', '--set', 'tone=warm', '--set', 'times=1'],
  ]) {
    expect(await runWf(words, { cwd: project.root })).toMatchObject({ exitCode: 0 });
  }
  return project;
}

/** The compiler's messages. */
async function check(project: TempProject, lib: readonly string[]): Promise<string> {
  const config = { compilerOptions: { ...STRICT, lib }, files: ['client.ts', 'use.ts'] };
  await writeFile(project.path('tsconfig.json'), JSON.stringify(config));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  return await promisify(execFile)(process.execPath, [tsc, '-p', project.root]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}
