import { READ_TOOLS } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { WRITE_TOOLS } from './write-tools.ts';

/** Lists the tools an assistant gets: those that change something only when that was allowed. */
export function listTools(allowWrites: boolean): Tool[] {
  return [...READ_TOOLS, ...(allowWrites ? WRITE_TOOLS : [])];
}
