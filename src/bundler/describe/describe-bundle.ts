import { UserError } from '../../foundation/errors/wf-error.ts';
import type { EntryLocation } from '../source-map/locate-error.ts';
import { toDescribeError } from './to-describe-error.ts';
import { runDescribeChild, type DescribeChildOptions, type DescribeEnd } from './run-describe-child.ts';

export interface DescribeBundleOptions extends DescribeChildOptions, EntryLocation {}

/** A route as the bundle's runtime describes it; the contract's `RouteSchema` checks the rest. */
export interface DescribedRoute {
  readonly path: string;
  readonly name: string;
  readonly config: Record<string, unknown> | null;
  readonly input: Record<string, unknown> | null;
  readonly output: Record<string, unknown> | null;
  readonly defaults: Record<string, unknown>;
}

/**
 * Reads a bundle's routes by importing it once in a separate process: with a time limit, a memory limit, no network, no
 * files but its own, and of this process's environment only what the options name.
 *
 * @throws {WF_WORKFLOW_INVALID} when the import throws, exits, never ends or crashes, when the SDK rejects a route, or
 * when there is no route
 */
export async function describeBundle(options: DescribeBundleOptions): Promise<DescribedRoute[]> {
  return await readDescribedRoutes(await runDescribeChild(options), options);
}

/**
 * Extracts the routes from the result of an import.
 *
 * @throws {WF_WORKFLOW_INVALID} when it failed, or there is no route
 */
export async function readDescribedRoutes(end: DescribeEnd, options: EntryLocation): Promise<DescribedRoute[]> {
  if (end.type !== 'reported' || end.report.type !== 'described') throw await toDescribeError(end, options);
  const { routes, exportNames } = end.report;
  if (routes.length === 0) throw noRoutes(options.entry, exportNames);
  // The bundle's runtime is our own code, and the use case that stores the routes parses them again.
  return routes as DescribedRoute[];
}

function noRoutes(entry: string, exportNames: readonly string[]): UserError {
  const found =
    exportNames.length === 0
      ? 'it exports nothing'
      : `it exports ${exportNames.map((name) => JSON.stringify(name)).join(', ')}`;
  return new UserError({
    code: 'WF_WORKFLOW_INVALID',
    message: `${entry} exports no route: ${found}.`,
    nextSteps: ["Export one, for example: export default entrypoint({}, async () => 'hello');"],
    details: { exports: exportNames },
  });
}
