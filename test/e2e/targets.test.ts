import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { type ModelServer, startModelServer } from '../helpers/start-model-server.ts';
import { startCloudflareTarget } from '../helpers/targets/cloudflare-target.ts';
import { startLambdaTarget } from '../helpers/targets/lambda-target.ts';
import { startContainerTarget, startNodeTarget } from '../helpers/targets/node-target.ts';
import type { AskInit, TargetServer, TargetSetting } from '../helpers/targets/target-server.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

let project: TempProject;
let models: ModelServer;

const readFixture = async (name: string) =>
  await readFile(resolve(import.meta.dirname, `../fixtures/workflows/${name}`), 'utf8');

/** A module of WebAssembly that exports `add`. */
const ADDING = Buffer.from('0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b', 'hex');

beforeAll(async () => {
  project = await tempProject({
    'workflow.ts': await readFixture('every-answer.ts'),
    'at-load.ts': await readFixture('at-load.ts'),
    'imports-files.ts': await readFixture('imports-files.ts'),
    'reads-files.ts': await readFixture('reads-files.ts'),
    'index.ts': ['workflow', 'at-load', 'imports-files'].map((name) => `export * from './${name}.ts';\n`).join(''),
    'with-files.ts': "export * from './index.ts';\nexport * from './reads-files.ts';\n",
    'note.md': '# Nöte\n',
    'values.json': '{"a":[1]}',
    'texts/named.txt': 'named',
  });
  await writeFile(project.path('index.ts'), "export { default } from './workflow.ts';\n", { flag: 'a' });
  await writeFile(project.path('with-files.ts'), "export { default } from './workflow.ts';\n", { flag: 'a' });
  await writeFile(project.path('add.wasm'), ADDING);
  await linkPackages(project.root, ['zod', '@opentelemetry/api', 'workerd']);
  models = await startModelServer([{ said: 'An answer.' }]);
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
});

type Start = (setting: TargetSetting) => Promise<TargetServer>;

const TARGETS: [string, string, Start][] = [
  ['node', 'a folder for node', startNodeTarget],
  ['container', 'a container', startContainerTarget],
  ['cloudflare', 'a Worker on workerd', startCloudflareTarget],
  ['lambda', 'a Lambda function', async (setting) => await startLambdaTarget(setting, 'handler')],
  ['lambda', 'a streaming Lambda function', async (setting) => await startLambdaTarget(setting, 'streamHandler')],
];

const post = (body: unknown, headers: Record<string, string> = {}): AskInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const STREAM = { accept: 'text/event-stream' };
const DEFAULTS = { tone: 'plain', words: 2 };

describe.each(TARGETS)('%s: %s', (target, _name, start) => {
  const hasFiles = target !== 'cloudflare';
  let server: TargetServer;

  beforeAll(async () => {
    const config = hasFiles ? { entry: 'with-files.ts', files: ['texts/n*.txt'] } : { entry: 'index.ts' };
    await writeFile(project.path('.wfrc.json'), JSON.stringify({ app: 'answers', ...config }));
    const built = await runWf(['build', '--target', target, '--json'], { cwd: project.root });
    expect(built.exitCode, built.stderr).toBe(0);
    // The schema of this command.
    const { dir, warnings } = JSON.parse(built.stdout) as { dir: string; warnings: { file: string; code: string }[] };
    const told = warnings.map(({ file, code }) => `${code} ${file}`);
    // It reads a file of the project, which a container has only if the build carries it.
    expect(told.filter((each) => each !== 'WF_MODULE_LIMITED reads-files.ts')).toEqual([]);
    server = await start({ dir, variables: { GREETING: 'hello', MODELS: models.baseUrl } });
  });

  afterAll(async () => await server[Symbol.asyncDispose]());

  test.each<[string, AskInit, unknown]>([
    ['/run', post({}), DEFAULTS],
    ['/generate_deployed', post({}), DEFAULTS],
    ['/generate', post({ words: 3 }), { tone: 'plain', words: 3 }],
    ['/playground/run', post({ ag_config: { tone: 'formal' } }), { tone: 'formal', words: 2 }],
    ['/run/echo', post({ text: 'añ🙂' }), { ...DEFAULTS, text: 'añ🙂' }],
    ['/playground/run/echo', post({ text: 'a', words: 1 }), { tone: 'plain', words: 1, text: 'a' }],
    ['/run/count', post({}), 'part 1 é part 2 é '],
    ['/run/variable', post({}), 'hello'],
  ])('%s %o answers', async (path, init, data) => {
    const response = await server.ask(path, init);
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 200, body: { data } });
  });

  test.each<[string, AskInit, number, unknown]>([
    ['/run/echo', post({}), 422, { detail: [{ loc: ['body', 'text'], msg: 'Field required', type: 'missing' }] }],
    ['/playground/run/echo', post({ text: 'a', words: 4 }), 422, { detail: [{ loc: ['body', 'words'] }] }],
    ['/run/echo', post('{"text"'), 422, { detail: [{ type: 'json_invalid' }] }],
    [
      '/run/echo',
      post({ text: 'a', environment: 'staging' }),
      400,
      { detail: expect.stringContaining('without a registry') },
    ],
    ['/run/refuse', post({}), 418, { detail: { message: 'Out of tea' } }],
    ['/run/fail', post({}), 500, { detail: { message: 'It failed' } }],
    [
      '/playground/run/fail',
      post({}),
      500,
      { detail: { message: 'It failed', stacktrace: expect.arrayContaining(['Error: It failed']) } },
    ],
    ['/run/nowhere', post({}), 404, { detail: expect.stringContaining('Nothing is served at POST /run/nowhere') }],
    ['/run/echo', {}, 405, { detail: expect.stringContaining('accepts POST') }],
  ])('%s %o is rejected with %i', async (path, init, status, body) => {
    const response = await server.ask(path, init);
    expect({ status: response.status, body: await response.json() }).toMatchObject({ status, body });
  });

  test('a client and a provider that the workflow creates when it loads are seen and served', async () => {
    const response = await server.ask('/run/ask?inline=true', post({}));
    expect(await response.json()).toMatchObject({
      data: { said: 'An answer.', spans: ['ask'] },
      tree: { nodes: [{ metrics: { acc: { costs: { total: 0.000195 } } } }] },
    });
  });

  test('files that the workflow imports and reads are there', async () => {
    const imported = await server.ask('/run/imported', post({}));
    expect(await imported.json()).toMatchObject({ data: { text: '# Nöte\n', values: { a: [1] }, bytes: 8, sum: 5 } });
    if (!hasFiles) return;
    const read = await server.ask('/run/read', post({}));
    expect(await read.json()).toMatchObject({ data: { early: '# Nöte\n', named: 'named', relative: 'named' } });
  });

  test('a body over the limit is rejected', async () => {
    const response = await server.ask('/run/echo', post({ text: 'x'.repeat(11 * 1024 * 1024) }));
    expect(response.status).toBe(413);
  });

  test('a stream arrives as events, with a failure as the last one', async () => {
    const streamed = await (await server.ask('/run/count', post({}, STREAM))).text();
    expect(streamed).toMatch(/part 1 é [\s\S]+part 2 é /);
    const broken = await server.ask('/run/broken', post({}, STREAM));
    expect(broken.headers.get('content-type')).toContain('text/event-stream');
    expect(await broken.text()).toMatch(/first[\s\S]+event: error[\s\S]+no more/);
  });

  test('it reports its health and its schemas', async () => {
    expect(await (await server.ask('/health')).json()).toEqual({ status: 'ok' });
    const openApi: unknown = await (await server.ask('/openapi.json')).json();
    expect(Object.keys(Object(Object(openApi).paths))).toContain('/playground/run/echo');
  });
});
