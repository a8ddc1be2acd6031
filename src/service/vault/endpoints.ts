import { vaultEndpoints } from '../../contract/vault/secret.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { createSecret, deleteSecret, getSecret, listSecrets, updateSecret } from './operations.ts';

/** The endpoints of the vault, with what each does. One without an operation does not compile. */
export const vault = serveEndpoints(vaultEndpoints, {
  listSecrets,
  createSecret,
  getSecret,
  updateSecret,
  deleteSecret,
});
