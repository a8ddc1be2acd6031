import { retentionEndpoints } from '../../contract/retention/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { getRetention, getUsage, prune, setRetention } from './operations.ts';

/** The endpoints of retention, with what each does. One without an operation does not compile. */
export const retention = serveEndpoints(retentionEndpoints, {
  getUsage,
  prune,
  getRetention,
  setRetention,
});
