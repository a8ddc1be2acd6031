import type { StoredKind } from '../../contract/retention/retention.ts';
import { sumOf } from '../../foundation/numbers.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { PartScope, PruneScope } from './retention.ts';
import type { Store } from '../store/open-store.ts';
import { deleteAbandonedChunk, deleteArtifact, findAbandonedChunks } from '../store/deletion/delete-artifacts.ts';
import type { Db } from '../store/schema.ts';
import { ofNoApp, splitByAge } from './cutoffs.ts';
import { deleteEmptied, deleteOldRows, deleteOutputs, findNextOld, readOldRows } from './queries/old-evaluations.ts';
import {
  countSeenChanges,
  deleteRows,
  deleteSeenChanges,
  findExportedEntries,
  findOldLogs,
  findOldSpans,
  findUnused,
  findUnusedBundles,
  findUnusedDeployments,
  type PartOf,
  type UnusedPart,
} from './queries/unused.ts';

/** What one small transaction deleted, or would delete. */
export interface Gone {
  readonly kind: StoredKind;
  readonly count: number;
  readonly bytes: number;
}

export interface PruneDependencies {
  readonly store: Pick<Store, 'dialect' | 'transaction'>;
  readonly artifacts: ArtifactStorage;
}

/**
 * Prunes one small transaction after the other, so that calls go on between them. Whatever stops it loses nothing: the
 * next one finds what is left.
 *
 * @yields what each transaction deleted
 */
export async function* pruneStepByStep(
  dependencies: PruneDependencies,
  scope: PruneScope,
): AsyncGenerator<readonly Gone[]> {
  const { store } = dependencies;
  for (const part of await splitByAge(store, scope, 'evaluations')) yield* pruneEvaluations(dependencies, part);
  for (const part of await splitByAge(store, scope, 'logs')) yield* pruneLogs(dependencies, part);
  for (const part of await splitByAge(store, scope, 'bundles')) yield* pruneDeployments(dependencies, part);
  // The rest belongs to no app, or to several.
  const outputs = ofNoApp(scope, 'outputs');
  if (outputs !== null) yield* pruneUnusedOutputs(dependencies, outputs);
  const traces = ofNoApp(scope, 'traces');
  if (traces !== null) yield* pruneParts(dependencies, traces, TRACES);
  const bundles = ofNoApp(scope, 'bundles');
  if (bundles !== null) {
    yield* pruneBundles(dependencies, bundles);
    yield* pruneUploads(dependencies, bundles);
  }
  const entries = ofNoApp(scope, 'audit_log');
  if (entries !== null) yield* pruneParts(dependencies, entries, AUDIT_LOG);
  if (scope.appIds === null && store.dialect === 'postgres') yield* pruneChanges(dependencies, scope);
}

async function* pruneDeployments(dependencies: PruneDependencies, scope: PartScope): AsyncGenerator<readonly Gone[]> {
  yield* pruneParts(dependencies, scope, {
    kind: 'deployments',
    find: (db, part) => findUnusedDeployments(db, scope.appIds, part),
    remove: (db, ids) => deleteRows(db, 'deployments', ids),
  });
}

/**
 * An evaluation's rows go first, and its record last: a killed prune leaves one that the next prune finds.
 *
 * @yields what each transaction deleted
 */
async function* pruneEvaluations({ store }: PruneDependencies, scope: PartScope): AsyncGenerator<readonly Gone[]> {
  for (let id: string | null = ''; ;) {
    const previous: string = id;
    id = await store.transaction((db) => findNextOld(db, scope, previous));
    if (id === null) return;
    const evaluation: string = id;
    for (let [after, isEmpty] = [-1, false]; !isEmpty;) {
      const part = await store.transaction(async (db) => {
        const rows = await readOldRows(db, scope, evaluation, after);
        if (scope.isPlan) return rows;
        await deleteOldRows(db, rows);
        if (rows.ids.length === 0) await deleteEmptied(db, evaluation);
        return rows;
      });
      isEmpty = part.ids.length === 0;
      if (scope.isPlan) after = part.last;
      yield [
        { kind: 'evaluations', count: isEmpty ? 1 : 0, bytes: part.bytes },
        { kind: 'outputs', count: part.outputs.length, bytes: sumOf(part.outputs, ({ bytes }) => bytes) },
        { kind: 'scores', ...part.scores },
      ];
    }
  }
}

/**
 * Outputs that a running evaluation may yet look up stay.
 *
 * @yields what each transaction deleted
 */
async function* pruneUnusedOutputs(dependencies: PruneDependencies, scope: PartScope): AsyncGenerator<readonly Gone[]> {
  if (scope.busyAppIds.length > 0) return;
  yield* pruneParts(dependencies, scope, {
    kind: 'outputs',
    find: (db, part) => findUnused(db, 'cells', part),
    remove: deleteOutputs,
  });
  yield* pruneParts(dependencies, scope, {
    kind: 'scores',
    find: (db, part) => findUnused(db, 'scores', part),
    remove: (db, ids) => deleteRows(db, 'scores', ids),
  });
}

async function* pruneLogs(dependencies: PruneDependencies, scope: PartScope): AsyncGenerator<readonly Gone[]> {
  for (const id of scope.appIds ?? []) {
    yield* pruneParts(dependencies, scope, {
      kind: 'logs',
      find: (db, part) => findOldLogs(db, id, part),
      remove: (db, ids) => deleteRows(db, 'app_logs', ids),
    });
  }
}

interface Part {
  readonly kind: StoredKind;
  readonly find: (db: Db, part: PartOf) => Promise<UnusedPart>;
  readonly remove: (db: Db, ids: readonly string[]) => Promise<void>;
}

const TRACES: Part = { kind: 'traces', find: findOldSpans, remove: (db, ids) => deleteRows(db, 'spans', ids) };
const AUDIT_LOG: Part = {
  kind: 'audit_log',
  find: findExportedEntries,
  remove: (db, ids) => deleteRows(db, 'audit_log', ids),
};

async function* pruneParts(
  { store }: PruneDependencies,
  { before, isPlan }: PartScope,
  { kind, find, remove }: Part,
): AsyncGenerator<readonly Gone[]> {
  for (let after: string | null = ''; after !== null;) {
    const start: string = after;
    const { rows, next } = await store.transaction(async (db) => {
      const part = await find(db, { before, after: start });
      if (!isPlan && part.rows.length > 0) {
        await remove(
          db,
          part.rows.map(({ id }) => id),
        );
      }
      return part;
    });
    yield [{ kind, count: rows.length, bytes: sumOf(rows, ({ bytes }) => bytes) }];
    after = next;
  }
}

/**
 * A bundle's object goes within the transaction that deletes its row: a deployment that uses it meanwhile wins. The parts
 * of a deleted bundle go in a second round.
 *
 * @yields each deleted bundle
 */
async function* pruneBundles(dependencies: PruneDependencies, scope: PartScope): AsyncGenerator<readonly Gone[]> {
  const rounds = scope.isPlan ? 1 : 2;
  for (let round = 0; round < rounds; round += 1) yield* pruneUnusedBundles(dependencies, scope);
}

async function* pruneUnusedBundles(
  { store, artifacts }: PruneDependencies,
  { before, isPlan }: PartScope,
): AsyncGenerator<readonly Gone[]> {
  const found = await store.transaction((db) => findUnusedBundles(db, before));
  for (const { id } of found) {
    const bundle = await store.transaction(async (db) => {
      const unused = isPlan ? found : await findUnusedBundles(db, before);
      const still = unused.find((each) => each.id === id);
      if (still === undefined || isPlan) return still;
      await deleteArtifact(db, id);
      if (still.location !== null) await artifacts.remove(still.location);
      return still;
    });
    yield bundle === undefined ? [] : [{ kind: 'bundles', count: 1, bytes: bundle.bytes }];
  }
}

/**
 * Uploads of bundles that never ended.
 *
 * @yields each deleted chunk
 */
async function* pruneUploads(
  { store }: PruneDependencies,
  { before, isPlan }: PartScope,
): AsyncGenerator<readonly Gone[]> {
  for (const chunk of await store.transaction((db) => findAbandonedChunks(db, before))) {
    if (!isPlan) await store.transaction((db) => deleteAbandonedChunk(db, chunk, before));
    yield [{ kind: 'bundles', count: chunk.position === 0 ? 1 : 0, bytes: chunk.bytes }];
  }
}

/** Fewer are not worth that every replica reads everything anew. */
const MANY_CHANGES = 1000;

async function* pruneChanges({ store }: PruneDependencies, { isPlan }: PruneScope): AsyncGenerator<readonly Gone[]> {
  yield await store.transaction(async (db) => {
    const count = await countSeenChanges(db);
    if (count < MANY_CHANGES) return [];
    if (!isPlan) await deleteSeenChanges(db);
    return [{ kind: 'call_changes', count, bytes: 0 } as const];
  });
}
