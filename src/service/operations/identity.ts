import { toOpenApi } from '../../contract/openapi.ts';
import type { Operation } from '../operation.ts';

export const getHealth: Operation<'getHealth'> = {
  access: 'read',
  run: () => Promise.resolve({ status: 'ok' }),
};

export const getOpenApi: Operation<'getOpenApi'> = {
  access: 'read',
  run: () => Promise.resolve(toOpenApi()),
};

export const getProfile: Operation<'getProfile'> = {
  access: 'read',
  run: (_, { principal }) =>
    Promise.resolve({
      id: principal.id,
      uid: principal.id,
      email: null,
      username: principal.name,
      created_at: null,
      updated_at: null,
      role: principal.role,
    }),
};
