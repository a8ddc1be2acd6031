import { EVALUATION_READ_TOOLS, EVALUATION_WRITE_TOOLS } from './evaluation-tools.ts';
import { DEPLOY, PLAN_DEPLOY } from './deploy-tools.ts';
import { READ_TOOLS } from './read-tools.ts';
import { ROUTE_TOOLS, TRACE_TOOLS } from './route-tools.ts';
import type { Tool } from './tool.ts';
import { WRITE_TOOLS } from './write-tools.ts';

/** Lists the MCP tools; those that write or may cost money only if writes are allowed. */
export function listTools(allowWrites: boolean): Tool[] {
  const reading = [...READ_TOOLS, ...EVALUATION_READ_TOOLS, ...TRACE_TOOLS, PLAN_DEPLOY];
  return allowWrites ? [...reading, ...WRITE_TOOLS, ...ROUTE_TOOLS, ...EVALUATION_WRITE_TOOLS, DEPLOY] : reading;
}
