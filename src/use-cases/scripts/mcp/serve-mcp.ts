import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { aborted } from '../../../foundation/abort.ts';
import { describeForAssistant, isShownFailure, type Tool, type ToolSession } from './tool.ts';

export interface ServeMcpOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Opens what the tools share, on the first call. */
  readonly openContext: () => Promise<ToolSession>;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/**
 * Serves the Model Context Protocol over two streams until the signal aborts, or stdin ends and all its requests are
 * answered. Clients of the revision 2026-07-28 and those that greet with `initialize` are served alike.
 */
export async function serveMcp(options: ServeMcpOptions): Promise<void> {
  const { version, tools, openContext, stdin, stdout, signal } = options;
  const running = new Set<Promise<readonly [string, ...string[]]>>();
  const answer: Answer = async (tool, given) => {
    const remarks: string[] = [];
    const remark = (text: string) => void remarks.push(text);
    const answered = openContext().then(async (context) => {
      const text = JSON.stringify(await tool.run(given, { ...context, remark }));
      return [text, ...remarks] as const;
    });
    running.add(answered);
    return await answered.finally(() => running.delete(answered));
  };
  const create = (): McpServer => {
    const server = new McpServer({ name: 'wf', version });
    for (const tool of tools) register(server, tool, answer);
    return server;
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  stdin.once('end', end).once('close', end);
  // The SDK abandons running requests when its stdin ends, so it sees no end.
  const transport = new StdioServerTransport(stdin.pipe(new PassThrough(), { end: false }), stdout);
  const serving = serveStdio(create, { transport });
  await Promise.race([ended.then(() => untilAnswered(running)), aborted(signal)]);
  await serving.close();
}

/** Waits for running tools. The SDK validates and writes in microtasks before and after each, hence the extra turns. */
async function untilAnswered(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  do {
    await setImmediate();
    await Promise.allSettled(running);
    await setImmediate();
  } while (running.size > 0);
}

/** Runs a tool. @returns its result as JSON, and remarks about it */
type Answer = (tool: Tool, given: unknown) => Promise<readonly [string, ...string[]]>;

function register(server: McpServer, tool: Tool, answer: Answer): void {
  const { name, description, input, output = null, writes } = tool;
  const annotations = { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false };
  const config = { description, inputSchema: input, annotations, ...(output !== null && { outputSchema: output }) };
  server.registerTool(name, config, async (given) => {
    try {
      const texts = await answer(tool, given);
      const content = texts.map((text) => ({ type: 'text' as const, text }));
      return output === null ? { content } : { content, structuredContent: JSON.parse(texts[0]) };
    } catch (error) {
      const shown = isShownFailure(error) ? [JSON.stringify(error.document)] : [];
      const texts = [...shown, describeForAssistant(error)];
      return { isError: true, content: texts.map((text) => ({ type: 'text', text })) };
    }
  });
}
