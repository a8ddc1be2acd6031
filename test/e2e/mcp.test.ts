import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { MCP_CLIENTS } from '../helpers/mcp-clients.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject, type TempProject } from '../helpers/temp-project.ts';

const WORKFLOW = `import { configSchema, entrypoint, route } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({ greeting: z.string().default('Hello') });
const input = z.object({ name: z.string() });
export default entrypoint({ config: Config, input }, ({ config, input }) => config.greeting + ' ' + input.name);
export const count = route('/count', { input, output: z.object({ letters: z.int() }) }, ({ input }) => ({ letters: input.name.length }));
`;

async function greeter() {
  const home = await tempProject({
    'workflow.ts': WORKFLOW,
    'wf.config.json': JSON.stringify({ app: 'greeter', entry: 'workflow.ts' }),
    'cases.csv': 'name,correct_answer\nAda,Hello Ada\nAlan,Hello Alan\nGrace,Hi Grace\n',
  });
  await linkPackages(home.root, ['zod']);
  return home;
}

/** Deployed once; no test changes it. */
let deployed: TempProject;

beforeAll(async () => {
  deployed = await greeter();
  expect(await runWf(['deploy', '--env', 'production'], { cwd: deployed.root })).toMatchObject({ exitCode: 0 });
});

afterAll(async () => await deployed[Symbol.asyncDispose]());

describe.each(Object.entries(MCP_CLIENTS))('%s', (_, connect) => {
  test('reads records through the tools, and gets failures as text', async () => {
    await using client = await connect(deployed.root);
    const tools = await client.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const [{ text }] = (await client.callTool('list_apps')).content;
    expect(JSON.parse(text)).toMatchObject([{ app_name: 'greeter' }]);
    const failure = await client.callTool('show_variant', { variant: 'nope' });
    expect(failure).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('WF_NOT_FOUND') }] });
  });

  test('calls deployed routes as tools with the schemas of their inputs and outputs', async () => {
    await using client = await connect(deployed.root, '--routes');
    const inputSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    expect(await client.listTools()).toMatchObject([
      {
        name: 'call',
        description: 'Call the route / with the configuration of environment production.',
        inputSchema,
        annotations: { readOnlyHint: false },
      },
      {
        name: 'call_count',
        inputSchema,
        outputSchema: { type: 'object', properties: { letters: { type: 'integer' } }, required: ['letters'] },
      },
    ]);
    const answer = await client.callTool('call', { name: 'Ada' });
    expect(answer.content).toEqual([{ type: 'text', text: '"Hello Ada"' }]);
    const counted = await client.callTool('call_count', { name: 'Ada' });
    expect(counted).toMatchObject({ content: [{ text: '{"letters":3}' }], structuredContent: { letters: 3 } });
    expect(await client.callTool('call', {})).toMatchObject({ isError: true });
  });
});

test('numbers of every command are numbers in the input of its tool', async () => {
  await using client = await MCP_CLIENTS['the client of the protocol, 2025-11-25'](deployed.root, '--allow-writes');
  const tools = await client.listTools();
  const typeOf = (name: string, field: string) => {
    const { inputSchema } = tools.find((tool) => tool.name === name) ?? {};
    return Object(inputSchema).properties[field].type;
  };
  // Commands of the script that starts fast, and others.
  expect(typeOf('list_variants', 'limit')).toBe('integer');
  expect(typeOf('read_logs', 'lines')).toBe('integer');
  expect(typeOf('list_evaluation_rows', 'limit')).toBe('integer');
  const [{ text }] = (await client.callTool('list_variants', { limit: 1 })).content;
  expect(JSON.parse(text)).toHaveLength(1);
});

const connectNewest = MCP_CLIENTS['the client of the protocol, 2026-07-28'];

test('routes may have the configuration of a variant', async () => {
  await using client = await connectNewest(deployed.root, '--routes', '--variant', 'default');
  expect(await client.callTool('call', { name: 'Alan' })).toMatchObject({ content: [{ text: '"Hello Alan"' }] });
});

test('a tool that writes is unknown without --allow-writes', async () => {
  await using reader = await MCP_CLIENTS['the client of the protocol, 2025-11-25'](deployed.root);
  await expect(reader.callTool('update_variant', { variant: 'a', parameters: {} })).rejects.toThrow('update_variant');
});

test('an assistant that may write deploys, tries a route, evaluates, and learns what would break', async () => {
  await using home = await greeter();
  await using client = await connectNewest(home.root, '--allow-writes');
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<unknown> => {
    const [{ text }] = (await client.callTool(name, given)).content;
    return /^[[{]/.test(text) ? JSON.parse(text) : text;
  };
  expect(await call('plan_deploy', { environment: 'production' })).toMatchObject({
    app: { name: 'greeter', created: false },
    routes: [{ path: '/' }, { path: '/count' }],
    deployment: null,
    types: null,
  });
  expect(await call('list_apps')).toEqual([]);
  expect(await call('deploy', { environment: 'production' })).toMatchObject({
    app: { name: 'greeter', created: true },
    deployment: { variant_id: expect.any(String) },
  });
  await runWf(['testsets', 'create', 'cases.csv'], { cwd: home.root });
  await call('create_variant', { name: 'warm', parameters: { greeting: 'Hi' } });
  expect(await call('run_route', { route: '/', variant: 'warm', inputs: { name: 'Ada' } })).toMatchObject({
    data: 'Hi Ada',
  });
  expect(await call('run_route', { route: '/', variant: 'warm', inputs: { nme: 'Ada' } })).toContain(
    'WF_INVALID_INPUT',
  );
  const run = { testset: 'cases', variants: ['default', 'warm'], evaluators: 'exact_match' };
  expect(await call('plan_evaluation', run)).toMatchObject([{}, {}]);
  expect(await call('run_evaluation', run)).toMatchObject([
    { status: { value: 'EVALUATION_FINISHED' } },
    { status: { value: 'EVALUATION_FINISHED' } },
  ]);
  expect(await call('list_evaluation_rows', { evaluation: 'warm', where: ['exact_match=true'] })).toMatchObject([
    { inputs: [{ name: 'name', value: 'Grace' }] },
  ]);
  expect(await call('list_evaluations', { variant: 'warm', where: ['exact_match>0.9'] })).toEqual([]);
  expect(await call('compare_evaluations', { baseline: 'default', candidates: ['warm'] })).toMatchObject({
    candidates: [{ metrics: [{ metric: 'exact_match', baseline: 2 / 3, candidate: 1 / 3 }, {}, {}, {}] }],
  });
  const again = { ...run, variants: ['warm@1'], repeat: 2, wait_seconds: 0 };
  const [started] = z.array(z.object({ id: z.string() })).parse(await call('run_evaluation', again));
  expect(await call('watch_evaluation', { evaluation: started?.id })).toMatchObject({
    id: started?.id,
    status: { value: 'EVALUATION_FINISHED' },
  });

  // Only a value that somebody set can break.
  await call('update_variant', { variant: 'default', parameters: { greeting: 'Hi' } });
  await writeFile(home.path('workflow.ts'), WORKFLOW.replaceAll('greeting', 'word'));
  const refused = await client.callTool('plan_deploy', { environment: 'production' });
  expect(refused).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringContaining('"is_breaking":true') },
      { text: expect.stringContaining('WF_BREAKING_CHANGE: The new code rejects a stored value:') },
    ],
  });
  const migrated = { environment: 'production', migrations: ['rename:greeting=word'] };
  expect(await call('plan_deploy', migrated)).toMatchObject({ compatibility: { is_breaking: false } });
});

test('outside of a project, a plan says so', async () => {
  await using empty = await tempProject();
  await using client = await connectNewest(empty.root);
  expect(await client.callTool('plan_deploy')).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^WF_NO_PROJECT: There is no wf project/) }],
  });
});

test('requests sent before stdin ends are answered', async () => {
  await using home = await tempProject();
  const clientInfo = { name: 'hand', version: '0' };
  const stdin = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'list_apps', arguments: {} } },
  ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const { stdout } = await runWf(['mcp'], { cwd: home.root, stdin: stdin.join('') });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ id: 1 }),
    { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: '[]' }] } },
  ]);
});

test('the server ends with stdin, and writes nothing but the protocol', async () => {
  await using home = await tempProject();
  expect(await runWf(['mcp'], { cwd: home.root })).toEqual({ stdout: '', stderr: '', exitCode: 0 });
});
