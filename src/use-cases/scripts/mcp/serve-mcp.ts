import type { Readable, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isWfError } from '../../../errors/wf-error.ts';
import type { Tool, ToolContext } from './tool.ts';

export interface ServeMcpOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Opens the context on the first tool call. */
  readonly openContext: () => Promise<ToolContext>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/**
 * Serves the Model Context Protocol over two streams until the signal aborts, or stdin ends and all its requests are
 * answered.
 */
export async function serveMcp(options: ServeMcpOptions): Promise<void> {
  const { version, tools, openContext, stdin, stdout, signal } = options;
  const server = new McpServer({ name: 'wf', version });
  const running = new Set<Promise<string>>();
  const answer = async (tool: Tool, given: unknown): Promise<string> => {
    const answered = openContext().then(async (context) => JSON.stringify(await tool.run(given, context)));
    running.add(answered);
    return await answered.finally(() => running.delete(answered));
  };
  for (const tool of tools) register(server, tool, answer);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  stdin.once('end', end).once('close', end);
  signal.addEventListener('abort', () => stop(), { once: true });
  await server.connect(new StdioServerTransport(stdin, stdout));
  await Promise.race([ended.then(() => untilAnswered(running)), stopped]);
  await server.close();
}

/** Waits for running tools. The SDK validates and writes in microtasks before and after each, hence the extra turns. */
async function untilAnswered(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await setImmediate();
    await Promise.allSettled(running);
    await setImmediate();
  } while (running.size > 0);
}

function register(server: McpServer, tool: Tool, answer: (tool: Tool, given: unknown) => Promise<string>): void {
  const { name, description, input, writes } = tool;
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false };
  server.registerTool(name, { description, inputSchema: input, annotations }, async (given) => {
    try {
      return { content: [{ type: 'text', text: await answer(tool, given) }] };
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: describe(error) }] };
    }
  });
}

/** Formats an error with its next steps, so that the assistant can retry. */
function describe(error: unknown): string {
  if (!isWfError(error)) return error instanceof Error ? error.message : String(error);
  const steps = error.nextSteps.map((step) => `Try: ${step}`);
  return [`${error.code}: ${error.message}`, ...steps].join('\n');
}
