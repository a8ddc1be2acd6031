import { findKeyProblem } from '../../secrets/create-secret-box.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { buildCommit, PACKAGE_VERSION } from '../../../foundation/package.ts';
import type { Operation } from '../../operation/operation.ts';
import { KNOWN_SCHEMA, readSchemaVersion } from '../../store/migrate.ts';
import type { Db } from '../../store/schema.ts';

/** It queries nothing: a probe must not wait for the database. */
export const getHealth: Operation<'getHealth'> = {
  run: async (_, { service: { sandboxKind } }) => {
    const commit = buildCommit();
    return {
      status: 'ok',
      ...(sandboxKind === null ? {} : { sandbox: await sandboxKind() }),
      version: PACKAGE_VERSION,
      ...(commit === null ? {} : { commit }),
      schema: KNOWN_SCHEMA,
    };
  },
};

/** How long the database may take to answer a probe. */
const PROBE_MS = 3000;

export const getReadiness: Operation<'getReadiness'> = {
  run: async (_, { db, service: { draining, secrets, findDiskProblem } }) => {
    if (draining.aborted) throw notReady('This replica is draining: it finishes the calls it has.');
    const applied = await readSchema(db);
    // A newer schema is fine: during a rolling update the old replicas keep serving.
    if (applied < KNOWN_SCHEMA)
      throw notReady(`The database has schema ${applied}, and this wf needs ${KNOWN_SCHEMA}.`);
    const problem = (await findKeyProblem(db, secrets)) ?? (await findDiskProblem?.()) ?? null;
    if (problem !== null) throw notReady(problem);
    return { status: 'ready', schema: { applied, known: KNOWN_SCHEMA } };
  },
};

async function readSchema(db: Db): Promise<number> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(notReady('The database does not answer.')), PROBE_MS);
  try {
    return await Promise.race([readSchemaVersion(db), silence]);
  } finally {
    clearTimeout(timer);
  }
}

function notReady(message: string) {
  return userError('WF_NOT_READY', message);
}

export const getOpenApi: Operation<'getOpenApi'> = {
  run: async (_, { service: { publicUrl } }) => {
    // It needs the schemas of all endpoints.
    const { toOpenApi } = await import('../../../contract/openapi/to-open-api.ts');
    return toOpenApi(publicUrl());
  },
};

export const getProfile: Operation<'getProfile'> = {
  run: async ({ user_id: wanted }, { principal: { id, name, role, appIds } }) => {
    if (wanted !== undefined && wanted !== id) throw notFound({ kind: 'user', name: wanted, available: [id] });
    const app_ids = appIds == null ? null : [...appIds];
    return { id, uid: id, email: null, username: name, created_at: null, updated_at: null, role, app_ids };
  },
};
