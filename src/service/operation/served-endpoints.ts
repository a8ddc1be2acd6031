import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Operation, OperationAccess, OperationContext } from './operation.ts';

/** An endpoint with what it does. */
export interface Served {
  readonly endpoint: Endpoint;
  readonly operation: AnyOperation;
}

type Input = Readonly<Record<string, unknown>>;

/** An operation whose endpoint is not known at compile time. */
export type AnyOperation = OperationAccess & {
  readonly hasSecretAnswer?: boolean;
  readonly canFollow?: boolean;
  readonly topicOf?: (input: Input) => string;
  readonly revisionOf?: (record: never) => number;
  readonly prepare?: (input: Input, context: OperationContext) => Promise<unknown>;
  readonly run: (input: Input, context: OperationContext) => Promise<unknown>;
  readonly follow?: (input: Input, context: OperationContext, signal: AbortSignal) => AsyncIterable<unknown>;
};

/** Pairs the endpoints of a feature with their operations. */
export function serveEndpoints<E extends Readonly<Record<string, Endpoint>>>(
  endpoints: E,
  operations: { readonly [N in keyof E & EndpointName]: Operation<N> },
): Readonly<Record<string, Served>> {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => {
      // Both have the same names, and the request is parsed with the schemas of the same endpoint.
      const operation = operations[name as keyof E & EndpointName] as unknown as AnyOperation;
      return [name, { endpoint, operation }];
    }),
  );
}
