import type { Method } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Shape } from './answer-shape.ts';

/** What the client needs of an endpoint: where it is, and what it answers. */
export interface ClientEndpoint {
  readonly method: Method;
  readonly path: string;
  readonly answer: Shape | 'bytes' | 'nothing';
}

/** What the client needs of the contract, as plain data. */
export interface ClientTable {
  readonly endpoints: Readonly<Record<EndpointName, ClientEndpoint>>;
  readonly shapes: {
    readonly routeAnswer: Shape;
    readonly validationError: Shape;
  };
}
