import { retentionEndpoints } from '../../contract/retention/retention.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { getRetention, getUsage, prune, setRetention } from './operations.ts';

/** The endpoints of retention, with what each does. One without an operation does not compile. */
export const retention = serveEndpoints(retentionEndpoints, {
  getUsage,
  prune,
  getRetention,
  setRetention,
});
