import * as z from 'zod';
import { endpoint } from '../endpoint/endpoint.ts';
import { NewSecret, Secret, UpdateSecret } from './secret.ts';

const tag = 'vault';
const SecretId = z.object({ secret_id: z.string() });

/** Only operators reach the vault, because it answers keys: one that leaks costs money in every app. */
/** A key in the vault is spent by the evaluators of every app, so that only keys of all apps reach it. */
export const vaultEndpoints = {
  listSecrets: endpoint({
    method: 'GET',
    path: '/vault/v1/secrets',
    tag,
    summary: 'List keys of model providers, with their values',
    source: 'public client',
    role: 'operator',
    reach: 'all apps',
    response: z.array(Secret),
  }),
  createSecret: endpoint({
    method: 'POST',
    path: '/vault/v1/secrets',
    tag,
    summary: "Store a model provider's key, which evaluators use unless an evaluation brings its own",
    source: 'public client',
    role: 'operator',
    reach: 'all apps',
    body: NewSecret,
    response: Secret,
  }),
  getSecret: endpoint({
    method: 'GET',
    path: '/vault/v1/secrets/{secret_id}',
    tag,
    summary: "Fetch a model provider's key, with its value",
    source: 'public client',
    role: 'operator',
    reach: 'all apps',
    params: SecretId,
    response: Secret,
  }),
  updateSecret: endpoint({
    method: 'PUT',
    path: '/vault/v1/secrets/{secret_id}',
    tag,
    summary: 'Replace the name, the description or the value of a secret',
    source: 'public client',
    role: 'operator',
    reach: 'all apps',
    params: SecretId,
    body: UpdateSecret,
    response: Secret,
  }),
  deleteSecret: endpoint({
    method: 'DELETE',
    path: '/vault/v1/secrets/{secret_id}',
    tag,
    summary: 'Delete a secret',
    source: 'public client',
    role: 'operator',
    reach: 'all apps',
    params: SecretId,
    response: z.null(),
  }),
};
