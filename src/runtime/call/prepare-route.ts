import type { CollectedRoute } from '../../sdk/routes/collect-routes.ts';
import { createPartParser, type PartParser } from '../../sdk/schema/part-parser.ts';
import type { RouteDefinition } from '../../sdk/routes/route-definition.ts';

/** A route with its schemas compiled once, not per call. */
export interface PreparedRoute {
  readonly name: string;
  readonly route: RouteDefinition;
  readonly configNames: ReadonlySet<string>;
  /** Checks a configuration from a caller: an unknown field is a mistake. */
  readonly parseConfig: PartParser;
  /** Checks a stored configuration, which contains the fields of all routes. */
  readonly parseStored: PartParser;
  readonly parseInput: PartParser;
}

/** Compiles a route's schemas. */
export function prepareRoute({ name, route }: CollectedRoute): PreparedRoute {
  return {
    name,
    route,
    configNames: new Set(Object.keys(route.config?._zod.def.shape ?? {})),
    parseConfig: createPartParser(route.config, 'refuse'),
    parseStored: createPartParser(route.config, 'drop'),
    parseInput: createPartParser(route.input, 'refuse'),
  };
}
