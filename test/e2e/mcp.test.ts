import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

/** A real client, connected to the built program's streams. */
async function connect(cwd: string, ...flags: string[]) {
  const client = new Client({ name: 'test', version: '0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [WF, 'mcp', ...flags],
    cwd,
    env: bareEnv(cwd),
    stderr: 'pipe',
  });
  await client.connect(transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

test('an assistant reads records through the tools and gets failures as text', async () => {
  await using home = await tempProject();
  await runWf(['apps', 'create', 'support'], { cwd: home.root });
  await using client = await connect(home.root);
  const { content } = await client.callTool({ name: 'list_apps', arguments: {} });
  const [{ text }] = content as [{ text: string }];
  expect(JSON.parse(text)).toMatchObject([{ app_name: 'support' }]);
  const failure = await client.callTool({ name: 'show_variant', arguments: { variant: 'nope' } });
  expect(failure).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('WF_NOT_FOUND') }] });
});

const WORKFLOW = `import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({ greeting: z.string().default('Hello') });
export default entrypoint({ config: Config, input: z.object({ name: z.string() }) }, ({ config, input }) =>
  config.greeting + ' ' + input.name);
`;

test('an assistant tries a route, plans, runs and compares evaluations', { timeout: 60_000 }, async () => {
  await using home = await tempProject({
    'workflow.ts': WORKFLOW,
    'wf.config.json': JSON.stringify({ app: 'greeter', entry: 'workflow.ts' }),
    'cases.csv': 'name,correct_answer\nAda,Hello Ada\nAlan,Hello Alan\nGrace,Hi Grace\n',
  });
  await linkPackages(home.root, ['zod']);
  await runWf(['deploy'], { cwd: home.root });
  await runWf(['testsets', 'create', 'cases.csv'], { cwd: home.root });
  await using client = await connect(home.root, '--allow-writes');
  const call = async (name: string, given: Record<string, unknown>): Promise<unknown> => {
    const { content } = await client.callTool({ name, arguments: given });
    const [{ text }] = content as [{ text: string }];
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
  };

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
  expect(await call('watch_evaluation', { evaluation: 'warm' })).toMatchObject({
    status: { value: 'EVALUATION_FINISHED' },
  });
  expect(await call('compare_evaluations', { baseline: 'default', candidates: ['warm'] })).toMatchObject({
    candidates: [{ metrics: [{ metric: 'exact_match', baseline: 2 / 3, candidate: 1 / 3 }, {}, {}] }],
  });
  const again = { ...run, variants: ['warm@1'], repeat: 2, wait_seconds: 0 };
  const [started] = z.array(z.object({ id: z.string() })).parse(await call('run_evaluation', again));
  expect(await call('watch_evaluation', { evaluation: started?.id })).toMatchObject({
    id: started?.id,
    status: { value: 'EVALUATION_FINISHED' },
  });
});

test('deployed routes are tools with the schemas of their inputs', async () => {
  await using home = await tempProject({
    'workflow.ts': WORKFLOW,
    'wf.config.json': JSON.stringify({ app: 'greeter', entry: 'workflow.ts' }),
  });
  await linkPackages(home.root, ['zod']);
  await runWf(['deploy', '--env', 'production'], { cwd: home.root });
  await using client = await connect(home.root, '--routes');
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([
    {
      name: 'call',
      description: 'Call the route / with the configuration of environment production.',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      annotations: { readOnlyHint: false },
    },
  ]);
  const answer = await client.callTool({ name: 'call', arguments: { name: 'Ada' } });
  expect(answer.content).toEqual([{ type: 'text', text: '"Hello Ada"' }]);
  expect(await client.callTool({ name: 'call', arguments: {} })).toMatchObject({ isError: true });
  await using other = await connect(home.root, '--routes', '--variant', 'default');
  expect(await other.callTool({ name: 'call', arguments: { name: 'Alan' } })).toMatchObject({
    content: [{ text: '"Hello Alan"' }],
  });
});

test('tools that write exist only with --allow-writes', async () => {
  await using home = await tempProject();
  await using reader = await connect(home.root);
  const { tools } = await reader.listTools();
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  const refused = await reader.callTool({ name: 'update_variant', arguments: { variant: 'a', parameters: {} } });
  expect(refused).toMatchObject({ isError: true });
  await using writer = await connect(home.root, '--allow-writes');
  const all = await writer.listTools();
  expect(all.tools.map(({ name }) => name)).toContain('update_variant');
  expect(all.tools.length).toBeGreaterThan(tools.length);
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
