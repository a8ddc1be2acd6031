import type { AppStatus, EnvironmentStatus, LastFailure } from '../../../contract/environments/status.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { STATUS_WORDS } from '../../../contract/evaluations/evaluation-status.ts';
import { justificationOf } from '../../../contract/environments/gates.ts';
import { readApps } from '../../apps/queries.ts';
import { readNewestChanges, toAuditEntry } from '../../audit/queries.ts';
import { hasRole, type Operation } from '../../operation/operation.ts';
import { unreached } from '../../reach/require-reach.ts';
import { readPageAfter, toPage } from '../../store/page.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { sourceOf } from '../../variants/queries/deployments.ts';
import { evidenceOf } from '../queries/environments.ts';
import {
  readFailedCalls,
  readFailedEvaluations,
  readRunning,
  readRunningAt,
  type RunningRow,
} from '../queries/status.ts';

const DAY_MS = 86_400_000;
/** Newest changes of each app. */
const CHANGES = 5;

export const listStatus: Operation<'listStatus'> = {
  run: async ({ app_id: appId, since, ...paging }, { db, now, principal }) => {
    const { appIds: reached = null } = principal;
    if (appId !== undefined && reached?.includes(appId) === false) throw unreached({ kind: 'app', id: appId });
    const instant = since ?? new Date(Date.parse(now) - DAY_MS).toISOString();
    const among = appId === undefined ? reached : [appId];
    const filter = { name: undefined, idPrefix: undefined, among, ...readPageAfter(paging, '') };
    const page = toPage(await readApps(db, filter), paging, 'id', ({ id, name }) => ({ id, name }));
    const ids = page.items.map(({ id }) => id);
    if (ids.length === 0) return { ...page, items: [] };
    const running = Map.groupBy(await readRunning(db, ids), (row) => row.app_id);
    const then = await readRunningAt(db, ids, instant);
    const readsAll = hasRole(principal, 'auditor');
    const evaluations = new Map((await readFailures(db, ids)).map((failure) => [failure.appId, failure.failure]));
    const calls = new Map(
      readsAll ? (await readFailedCalls(db, ids)).map((row) => [row.app_id, toFailedCall(row)]) : [],
    );
    const changes = readsAll ? await readChanges(db, ids, instant) : null;
    const items = page.items.map(({ id, name }): AppStatus => ({
      app_id: id,
      app_name: name,
      environments: (running.get(id) ?? []).map((row) => toEnvironmentStatus(row, then.get(row.id))),
      last_failure: newestOf([evaluations.get(id) ?? null, calls.get(id) ?? null]),
      changes: changes === null ? null : (changes.get(id) ?? { count: 0, newest: [] }),
    }));
    return { ...page, items };
  },
};

type Ran = Pick<RunningRow, 'variant_revision_id' | 'variant_name' | 'variant_revision'>;

function toEnvironmentStatus(row: RunningRow, then: Ran | undefined): EnvironmentStatus {
  const { name, revision, variant_name, variant_revision, created_at, modified_by, message } = row;
  const isSame = then === undefined || then.variant_revision_id === row.variant_revision_id;
  return {
    name,
    revision,
    deployed_variant_name: variant_name,
    deployed_variant_revision: variant_revision,
    deployment: row.deployment_id,
    bundle: row.artifact_sha256,
    source: sourceOf(row),
    created_at,
    modified_by,
    message,
    ...justificationOf(evidenceOf(row)),
    ran_before: isSame ? null : `${then.variant_name ?? 'a deleted variant'}@${then.variant_revision ?? '?'}`,
  };
}

async function readFailures(db: Db, appIds: readonly string[]) {
  return (await readFailedEvaluations(db, appIds)).map((row) => {
    const { value, error } = fromJson<Result>(row.status);
    const word = Object.entries(STATUS_WORDS).find(([, status]) => status === value)?.[0] ?? 'failed';
    const what = `${row.variant_name}@${row.revision} on ${row.testset_name}: ${word.replaceAll('-', ' ')}`;
    const message = error?.message === undefined ? what : `${what}: ${error.message}`;
    const place = { environment: null, request_id: null, evaluation_id: row.id };
    const failure: LastFailure = { kind: 'evaluation', at: row.updated_at, message, ...place };
    return { appId: row.app_id, failure };
  });
}

function toFailedCall(row: Database['app_logs']): LastFailure {
  const { created_at: at, line: message, environment, request_id } = row;
  return { kind: 'call', at, message, environment, request_id, evaluation_id: null };
}

function newestOf(failures: readonly (LastFailure | null)[]): LastFailure | null {
  const found = failures.filter((failure) => failure !== null);
  return found.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0] ?? null;
}

async function readChanges(db: Db, appIds: readonly string[], since: string) {
  const byApp = Map.groupBy(await readNewestChanges(db, appIds, since, CHANGES), (row) => row.app_id);
  return new Map(
    [...byApp].map(([id, rows]) => [id, { count: Number(rows[0]?.count), newest: rows.map(toAuditEntry) }]),
  );
}
