import type { Endpoint, Method } from './endpoint.ts';
import type { Role } from './role.ts';

/** What is known of an endpoint without its schemas. */
export interface EndpointRoute<F extends string = string> {
  readonly feature: F;
  readonly method: Method;
  readonly path: string;
  readonly role: Role | null;
}

/** Reads the routes of all endpoints, as plain data. */
export function createEndpointRoutes<F extends string>(
  features: Readonly<Record<F, Readonly<Record<string, Endpoint>>>>,
): Record<string, EndpointRoute<F>> {
  // The keys are the features.
  const entries = Object.entries<Readonly<Record<string, Endpoint>>>(features) as [F, Record<string, Endpoint>][];
  return Object.fromEntries(
    entries.flatMap(([feature, endpoints]) =>
      Object.entries(endpoints).map(
        ([name, { method, path, role }]) => [name, { feature, method, path, role }] as const,
      ),
    ),
  );
}
