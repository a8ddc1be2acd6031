import type { EndpointInput, EndpointName } from '../../../src/contract/endpoints.ts';
import type { World } from '../service-world.ts';

/** Creates a valid input for each endpoint. */
export type EndpointCases = {
  readonly [N in EndpointName]: (world: World) => Promise<EndpointInput<N>> | EndpointInput<N>;
};
