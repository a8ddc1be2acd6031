import { sql } from 'kysely';
import type { Database, Db } from '../store/schema.ts';
import type { OwnedKind, RecordRef } from './record-ref.ts';

/** Tables whose rows name their app. */
const TABLES: Readonly<Record<Exclude<OwnedKind, 'artifact' | 'case' | 'test set revision'>, [OwnTable, string]>> = {
  app: ['apps', 'id'],
  base: ['bases', 'app_id'],
  evaluation: ['evaluations', 'app_id'],
  evaluator: ['evaluator_configs', 'app_id'],
  'human evaluation': ['human_evaluations', 'app_id'],
  'test set': ['testsets', 'app_id'],
  variant: ['variants', 'app_id'],
};
type OwnTable = keyof Database;

/** Lists the ids of the apps that a record belongs to: none when it does not exist, several for a shared bundle. */
export async function findAppsOf(db: Db, { kind, id }: RecordRef): Promise<string[]> {
  const { rows } = await queryApps(kind, id).execute(db);
  return rows.flatMap(({ app_id }) => app_id ?? []);
}

function queryApps(kind: OwnedKind, id: string) {
  type Owner = { readonly app_id: string | null };
  switch (kind) {
    case 'artifact':
      // A hash consists of hexadecimal digits, so it holds no wildcard.
      return sql<Owner>`
        select distinct app_id from deployments where artifact_sha256 = ${id} or evaluators like ${`%"${id}"%`}
          or artifact_sha256 in (select bundle_sha256 from bundle_parts where sha256 = ${id})`;
    case 'case':
      return sql<Owner>`
        select e.app_id from human_evaluation_scenarios s join human_evaluations e on e.id = s.human_evaluation_id
        where s.id = ${id}`;
    case 'test set revision':
      return sql<Owner>`
        select coalesce(t.app_id, r.app_id) as app_id from testset_revisions r left join testsets t on t.id = r.testset_id
        where r.id = ${id}`;
    default: {
      const [table, column] = TABLES[kind];
      return sql<Owner>`select ${sql.ref(column)} as app_id from ${sql.table(table)} where id = ${id}`;
    }
  }
}
