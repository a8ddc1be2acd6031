import { createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import * as z from 'zod';
import { bareEnv, WF } from './run-wf.ts';

const ToolList = z.object({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      inputSchema: z.looseObject({}),
      annotations: z.object({ readOnlyHint: z.boolean() }).optional(),
    }),
  ),
});
const CallResult = z.looseObject({
  content: z.tuple([z.looseObject({ text: z.string() })], z.looseObject({ text: z.string() })),
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
});

/** A client of another author's, connected to the built `wf mcp`. */
export interface McpClient extends AsyncDisposable {
  listTools(): Promise<z.output<typeof ToolList>['tools']>;
  callTool(name: string, given?: Record<string, unknown>): Promise<z.output<typeof CallResult>>;
}

type Connect = (cwd: string, ...flags: string[]) => Promise<McpClient>;

/** The protocol's own client, of the current revision and of the one before, and the one of the AI SDK. */
export const MCP_CLIENTS = {
  'the client of the protocol, 2026-07-28': async (cwd, ...flags) =>
    await connectOwn({ pin: '2026-07-28' }, cwd, flags),
  'the client of the protocol, 2025-11-25': async (cwd, ...flags) => await connectOwn('legacy', cwd, flags),
  'the client of the AI SDK': async (cwd, ...flags) => {
    const client = await createMCPClient({ transport: new StdioMCPTransport(commandOf(cwd, flags)) });
    return {
      listTools: async () => ToolList.parse(await client.listTools()).tools,
      callTool: async (name, given = {}) => CallResult.parse(await client.callTool({ name, arguments: given })),
      [Symbol.asyncDispose]: async () => await client.close(),
    };
  },
} as const satisfies Record<string, Connect>;

async function connectOwn(mode: 'legacy' | { readonly pin: string }, cwd: string, flags: readonly string[]) {
  const client = new Client({ name: 'test', version: '0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ ...commandOf(cwd, flags), stderr: 'pipe' }));
  return {
    listTools: async () => ToolList.parse(await client.listTools()).tools,
    callTool: async (name, given = {}) => CallResult.parse(await client.callTool({ name, arguments: given })),
    [Symbol.asyncDispose]: async () => await client.close(),
  } satisfies McpClient;
}

function commandOf(cwd: string, flags: readonly string[]) {
  return { command: process.execPath, args: [WF, 'mcp', ...flags], cwd, env: bareEnv(cwd) };
}
