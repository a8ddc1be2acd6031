import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

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
