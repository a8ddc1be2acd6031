import { READ_TOOLS } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { WRITE_TOOLS } from './write-tools.ts';

/** Lists the MCP tools; those that write only if writes are allowed. */
export function listTools(allowWrites: boolean): Tool[] {
  return [...READ_TOOLS, ...(allowWrites ? WRITE_TOOLS : [])];
}
