import { TOOL_COMMANDS } from '../../commands/scripts/mcp.ts';
import type { Client } from '../../src/client/create-client.ts';
import { createPorts } from '../../src/cli/kit/command/command-ports.ts';
import { createInterruption } from '../../src/cli/kit/process/interruption.ts';
import { listTools } from '../../src/cli/mcp/list-tools.ts';
import { runInProcess } from '../../src/cli/mcp/run-in-process.ts';
import { ProgramConfig } from '../../src/cli/start/run-found.ts';
import type { Tool, ToolContext } from '../../src/use-cases/scripts/mcp/tool.ts';
import { fakeIo } from './run-command.ts';

/** Lists the tools of `wf mcp`. */
export async function listOwnTools(allowWrites = true): Promise<Tool[]> {
  return await listTools(allowWrites, TOOL_COMMANDS);
}

export interface ToolContextOptions {
  readonly client: Client;
  readonly url: string;
  readonly app: string;
  /** Folder of the server. */
  readonly cwd: string;
}

/** Creates the context of `wf mcp` in a folder, with a client of a service. */
export function createToolContext({ client, url, app, cwd }: ToolContextOptions): ToolContext {
  const session = async () => ({ client, url, mode: 'remote' as const, close: async () => undefined });
  const io = fakeIo({ cwd, env: { HOME: cwd } });
  const ports = { ...createPorts(createInterruption()), openKeychain: async () => null, io };
  const config = new ProgramConfig('0.0.0');
  const run = runInProcess({ commands: TOOL_COMMANDS, config, ports, flags: { app }, session });
  return { client, url, app, run, remark: () => undefined };
}
