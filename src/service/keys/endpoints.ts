import { keyEndpoints } from '../../contract/keys/key.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { getProfile } from './operations/identity.ts';
import { createKey, deleteKey, listKeys, validateKey } from './operations/keys.ts';

/** The endpoints of keys, with what each does. One without an operation does not compile. */
export const keys = serveEndpoints(keyEndpoints, {
  getProfile,
  listKeys,
  createKey,
  deleteKey,
  validateKey,
});
