import type { RouteAnswer } from '../../../client/calls/call-route.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { CallRouteOptions } from '../call-route.ts';
import type { RouteCall } from '../parse-route-call.ts';

/** A route that can be called any number of times, from source or as it is deployed. */
export interface OpenedRoute {
  /** `undefined`: there is no such route, and a call says so. */
  readonly schema: RouteSchema | undefined;
  /** Calls it; values that the configuration lacks are those of the code, or of the variant. */
  readonly call: (call: RouteCall, onItem?: CallRouteOptions['onItem']) => Promise<RouteAnswer>;
}
