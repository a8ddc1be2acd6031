import { observeEndpoints } from '../../contract/observe/health.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { getHealth, getOpenApi, getReadiness } from '../keys/operations/identity.ts';

/** The endpoints of health, and of the description of the interface, with what each does. One without an operation does not compile. */
export const observe = serveEndpoints(observeEndpoints, {
  getHealth,
  getReadiness,
  getOpenApi,
});
