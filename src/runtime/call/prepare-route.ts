import type { CollectedRoute } from '../../sdk/routes/collect-routes.ts';
import { createObjectParser, type ObjectParser } from '../../sdk/schema/object-parser.ts';
import type { RouteDefinition } from '../../sdk/routes/route-definition.ts';

/** A route with its schemas compiled once, not per call. */
export interface PreparedRoute {
  readonly name: string;
  readonly route: RouteDefinition;
  readonly configNames: ReadonlySet<string>;
  /** Checks a configuration from a caller: an unknown field is a mistake. */
  readonly parseConfig: ObjectParser;
  /** Checks a stored configuration, which contains the fields of all routes. */
  readonly parseStored: ObjectParser;
  readonly parseInput: ObjectParser;
}

/** Compiles a route's schemas. */
export function prepareRoute({ name, route }: CollectedRoute): PreparedRoute {
  return {
    name,
    route,
    configNames: new Set(Object.keys(route.config?._zod.def.shape ?? {})),
    parseConfig: createObjectParser(route.config, 'reject'),
    parseStored: createObjectParser(route.config, 'drop'),
    parseInput: createObjectParser(route.input, 'reject'),
  };
}
