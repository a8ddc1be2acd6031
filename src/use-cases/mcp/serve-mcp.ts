import type { Readable, Writable } from 'node:stream';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isWfError } from '../../errors/wf-error.ts';
import { listTools } from './list-tools.ts';
import type { Tool, ToolContext } from './tool.ts';

export interface ServeMcpOptions {
  readonly version: string;
  readonly allowWrites: boolean;
  /** Opened when the first tool is called. */
  readonly openContext: () => Promise<ToolContext>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** Serves the Model Context Protocol over two streams, until the reader ends its own or the signal fires. */
export async function serveMcp(options: ServeMcpOptions): Promise<void> {
  const { version, allowWrites, openContext, stdin, stdout, signal } = options;
  const server = new McpServer({ name: 'wf', version });
  for (const tool of listTools(allowWrites)) register(server, tool, openContext);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  stdin.once('end', end).once('close', end);
  signal.addEventListener('abort', () => end(), { once: true });
  await server.connect(new StdioServerTransport(stdin, stdout));
  await ended;
  await server.close();
}

function register(server: McpServer, tool: Tool, openContext: ServeMcpOptions['openContext']): void {
  const { name, description, input, writes, run } = tool;
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false };
  server.registerTool(name, { description, inputSchema: input.shape, annotations }, async (given) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await run(given, await openContext())) }] };
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
}

/** An assistant reads the sentence and its next steps, and tries again. */
function describe(error: unknown): string {
  if (!isWfError(error)) return error instanceof Error ? error.message : String(error);
  const steps = error.nextSteps.map((step) => `Try: ${step}`);
  return [`${error.code}: ${error.message}`, ...steps].join('\n');
}
