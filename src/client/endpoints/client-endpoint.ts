import type { Method } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Shape } from './answer-shape.ts';

/** The parts of an endpoint that the client uses. */
export interface ClientEndpoint {
  readonly method: Method;
  readonly path: string;
  readonly answer: Shape | 'bytes' | 'nothing';
  /** Whether the endpoint is ours. */
  readonly isExtension?: true;
  /** Query parameters of ours. */
  readonly extendedQuery?: readonly string[];
  /** Fields of the body of ours. */
  readonly extendedBody?: readonly string[];
  /** Query parameters of ours that another service may ignore. */
  readonly ignorable?: readonly string[];
}

/** The parts of the contract that the client uses, as plain data. */
export interface ClientTable {
  readonly endpoints: Readonly<Record<EndpointName, ClientEndpoint>>;
  readonly shapes: {
    readonly routeAnswer: Shape;
  };
}
