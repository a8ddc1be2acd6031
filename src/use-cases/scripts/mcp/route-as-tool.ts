import * as z from 'zod';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { resolveAppId } from '../../apps/resolve-app.ts';
import { listTargetRoutes, type RouteTarget } from '../../environments/list-target-routes.ts';
import { runDeployedRoute } from '../../develop/run-deployed-route.ts';
import type { Tool, ToolSession } from './tool.ts';

/**
 * Lists the deployed routes of an app as tools: each takes the inputs of its route, and answers what the route answers.
 *
 * @param target - the variant or the environment whose configuration calls have
 */
export async function listRouteTools({ client, app }: ToolSession, target: RouteTarget): Promise<Tool[]> {
  const appId = await resolveAppId({ client, app });
  return toTools(await listTargetRoutes(client, appId, target), target);
}

/** Turns routes into tools with distinct names. */
export function toTools(routes: readonly RouteSchema[], target: RouteTarget): Tool[] {
  const names = distinct(routes.map(({ path }) => toToolName(path)));
  return routes.map((route, index) => toTool(route, names[index] ?? '', target));
}

function toTool({ path, input, output }: RouteSchema, name: string, target: RouteTarget): Tool {
  const where = target.kind === 'variant' ? `variant ${target.variant}` : `environment ${target.environment}`;
  const described = typeof input?.['description'] === 'string' ? ` ${input['description']}` : '';
  return {
    name,
    description: `Call the route ${path} with the configuration of ${where}.${described}`,
    input: toObject(input) ?? z.looseObject({}),
    output: toObject(output),
    writes: true,
    run: async (given, { client, app }) => {
      // The protocol's arguments are an object.
      const inputs = given as Readonly<Record<string, unknown>>;
      const call = async () => ({ inputs, config: {} });
      return (await runDeployedRoute({ client, app, route: path, target, call })).data;
    },
  };
}

/** Reads a schema; `null`: it is not one of an object, or zod cannot read it. The route checks its values anyway. */
function toObject(schema: RouteSchema['input']): z.ZodObject | null {
  try {
    const read = schema === null ? null : z.fromJSONSchema(schema);
    return read instanceof z.ZodObject ? read : null;
  } catch {
    return null;
  }
}

const MAX_NAME_LENGTH = 60;

/** Writes a path with the characters that names of tools may have: `call`, `call_summarise`. */
function toToolName(path: string): string {
  const words = path.replaceAll(/[^A-Za-z0-9-]+/g, '_').replace(/^_|_$/g, '');
  return ['call', words]
    .filter((word) => word !== '')
    .join('_')
    .slice(0, MAX_NAME_LENGTH);
}

function distinct(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name}-${earlier + 1}`;
  });
}
