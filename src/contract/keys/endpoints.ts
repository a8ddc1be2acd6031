import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { Key, NewKey, RevokedKey } from './key.ts';
import { Profile } from './profile.ts';

export const keyEndpoints = {
  getProfile: endpoint({
    method: 'GET',
    path: '/profile',
    tag: 'service',
    summary: 'Fetch the owner of the credential',
    source: 'facts §2.9',
    reach: 'open',
    query: z.object({
      /** Id of the caller, the only profile there is. */
      user_id: z.string().optional(),
    }),
    response: Profile,
  }),
  listKeys: endpoint({
    method: 'GET',
    path: '/keys',
    tag: 'keys',
    summary: 'List keys, without their secrets',
    source: 'facts §2.9',
    role: 'operator',
    reach: 'all apps',
    query: Paging,
    response: z.array(Key),
    list: true,
  }),
  createKey: endpoint({
    method: 'POST',
    path: '/keys',
    tag: 'keys',
    summary: 'Create a key; only this response contains its secret',
    source: 'facts §2.9',
    role: 'operator',
    reach: 'all apps',
    body: NewKey,
    isBodyOptional: true,
    response: z.string(),
  }),
  deleteKey: endpoint({
    method: 'DELETE',
    path: '/keys/{key_prefix}',
    tag: 'keys',
    summary: 'Revoke a key',
    source: 'facts §2.9',
    role: 'operator',
    reach: 'all apps',
    params: z.object({ key_prefix: z.string() }),
    response: RevokedKey,
  }),
  validateKey: endpoint({
    method: 'GET',
    path: '/keys/{key_prefix}/validate',
    tag: 'keys',
    summary: 'Check whether a key is valid now',
    source: 'facts §2.9',
    reach: 'open',
    params: z.object({ key_prefix: z.string() }),
    response: z.boolean(),
  }),
};
