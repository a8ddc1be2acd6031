import { defineQuery } from '../store/define-query.ts';
import {
  deleteStoredOutputs,
  deleteUnpinnedArtifacts,
  readPinnedArtifacts,
} from '../store/deletion/delete-artifacts.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { beginsWith } from '../store/page.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import { CANDIDATES, missingRecord } from '../store/insert-rows.ts';
import type { Database, Db } from '../store/schema.ts';
import { v7 as newId } from 'uuid';
import { AppName } from '../../contract/validation/fields.ts';
import { nameForms, requireNewName } from '../store/names/require-new-name.ts';

export type AppRow = Database['apps'];

/** @throws {WF_NOT_FOUND} with similar apps */
export async function requireApp(db: Db, id: string): Promise<AppRow> {
  const [app] = await selectApp(db, { id });
  if (app !== undefined) return app;
  const candidates = await db.selectFrom('apps').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('app', id, candidates);
}

const selectApp = defineQuery((db, { id }: { readonly id: string }) =>
  db.selectFrom('apps').selectAll().where('id', '=', id),
);

/** @throws {WF_CONFLICT} when another app has the name */
export async function requireFreeAppName(db: Db, name: string, exceptId: string | null): Promise<void> {
  const taken = await findAppId(db, name);
  if (taken === null || taken === exceptId) return;
  throw userError('WF_CONFLICT', `There is already an app called ${JSON.stringify(name)}.`);
}

/** @throws {WF_CONFLICT} when an app has the name, or one that looks like it */
export async function requireNewAppName(db: Db, name: string, exceptId: string | null): Promise<void> {
  await requireFreeAppName(db, name, exceptId);
  const within = { project_id: await readProjectId(db) };
  await requireNewName(db, name, { kind: 'an app', table: 'apps', within, rule: AppName, exceptId });
}

export async function readProject(db: Db): Promise<Database['projects']> {
  return await db.selectFrom('projects').selectAll().orderBy('id').executeTakeFirstOrThrow();
}

export async function readProjectId(db: Db): Promise<string> {
  return (await readProject(db)).id;
}

/** Finds an app by its name, else by its id. @throws {WF_NOT_FOUND} with the existing apps */
export async function requireAppNamed(db: Db, name: string, among: readonly string[] | null): Promise<AppRow> {
  const forms = nameForms(name);
  const apps = await selectApps(db, among)
    .where((the) => the.or([the('id', '=', name), the('name', 'in', forms)]))
    .execute();
  const named = forms.flatMap((form) => apps.find((app) => app.name === form) ?? []);
  const found = named[0] ?? apps[0];
  if (found !== undefined) return found;
  throw notFound({ kind: 'app', name, available: (await readAllApps(db, among)).map((app) => app.name) });
}

export async function findAppId(db: Db, name: string): Promise<string | null> {
  const found = await db.selectFrom('apps').select('id').where('name', '=', name).executeTakeFirst();
  return found?.id ?? null;
}

export async function findAppName(db: Db, id: string): Promise<string | null> {
  const found = await db.selectFrom('apps').select('name').where('id', '=', id).executeTakeFirst();
  return found?.name ?? null;
}

/** @param among - ids of the apps to look among; `null`: all */
export async function readAllApps(db: Db, among: readonly string[] | null): Promise<AppRow[]> {
  return await selectApps(db, among).orderBy('id').execute();
}

function selectApps(db: Db, among: readonly string[] | null) {
  const apps = db.selectFrom('apps').selectAll();
  return among === null ? apps : apps.where('id', 'in', among);
}

export interface AppFilter {
  readonly name: string | undefined;
  readonly idPrefix: string | undefined;
  /** Ids of the apps to read; `null`: all. */
  readonly among: readonly string[] | null;
  readonly after: string;
  readonly limit: number;
}

export async function readApps(db: Db, { name, idPrefix, among, after, limit }: AppFilter): Promise<AppRow[]> {
  return await selectApps(db, among)
    .where('id', '>', after)
    .where(beginsWith('id', idPrefix))
    .where((the) => (name === undefined ? the.lit(true) : the('name', 'in', nameForms(name))))
    .orderBy('id')
    .limit(limit)
    .execute();
}

const FIRST_ENVIRONMENTS = ['development', 'staging', 'production'];

interface NewApp {
  readonly name: string;
  readonly type: string;
  readonly now: string;
}

export async function insertApp(db: Db, { name, type: app_type, now }: NewApp): Promise<string> {
  const id = newId();
  const row = { id, project_id: await readProjectId(db), name, app_type, created_at: now, updated_at: now };
  await db.insertInto('apps').values(row).execute();
  const environments = FIRST_ENVIRONMENTS.map((environment, position) => ({
    id: newId(),
    app_id: id,
    name: environment,
    position,
    protection: null,
    variables_id: null,
  }));
  await db.insertInto('environments').values(environments).execute();
  return id;
}

export async function renameApp(db: Db, id: string, name: string, now: string): Promise<void> {
  await db.updateTable('apps').set({ name, updated_at: now }).where('id', '=', id).execute();
}

/** Counts an app's variants and its evaluations, human evaluations excluded. */
export async function countRecords(
  db: Db,
  appId: string,
): Promise<{ readonly variants: number; readonly evaluations: number }> {
  const { variants, evaluations, human } = await db
    .selectNoFrom((the) => [
      the.selectFrom('variants').where('app_id', '=', appId).select(the.fn.countAll().as('count')).as('variants'),
      the.selectFrom('evaluations').where('app_id', '=', appId).select(the.fn.countAll().as('count')).as('evaluations'),
      // One indexed query per count: a single count with both conditions would read every record.
      the
        .selectFrom('evaluations')
        .where('app_id', '=', appId)
        .where('human_evaluation_id', 'is not', null)
        .select(the.fn.countAll().as('count'))
        .as('human'),
    ])
    .executeTakeFirstOrThrow();
  return { variants: Number(variants), evaluations: Number(evaluations) - Number(human) };
}

/** Deletes an app and everything that belongs to it, with the outputs and bundles that no other app uses. */
export async function deleteAppRecords(db: Db, id: string): Promise<void> {
  await deleteStoredOutputs(db, { appId: id });
  const artifacts = await readPinnedArtifacts(db, id);
  // Referencing tables first: environments refer to variants and deployments, those to bases.
  for (const table of ['environments', 'evaluations', 'human_evaluations', 'evaluator_configs'] as const)
    await db.deleteFrom(table).where('app_id', '=', id).execute();
  for (const table of ['variants', 'deployments', 'bases'] as const)
    await db.deleteFrom(table).where('app_id', '=', id).execute();
  await db.deleteFrom('apps').where('id', '=', id).execute();
  await deleteUnpinnedArtifacts(db, artifacts);
}
