import { sql } from 'kysely';
import type { OwnedKind } from '../../contract/endpoint/endpoint.ts';
import type { EvaluatorCode } from '../../contract/deployments/route-schema.ts';
import { type Database, type Db, fromJson } from '../store/schema.ts';

export interface RecordRef {
  readonly kind: OwnedKind;
  /** For an artifact, its hash. */
  readonly id: string;
}

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
  if (kind === 'artifact') return await findAppsOfArtifact(db, id);
  const { rows } = await queryApps(kind, id).execute(db);
  return rows.flatMap(({ app_id }) => app_id ?? []);
}

async function findAppsOfArtifact(db: Db, sha256: string): Promise<string[]> {
  const running = await db
    .selectFrom('deployments')
    .select('app_id')
    .distinct()
    .where((the) =>
      the.or([
        the('artifact_sha256', '=', sha256),
        the(
          'artifact_sha256',
          'in',
          the.selectFrom('bundle_parts').select('bundle_sha256').where('sha256', '=', sha256),
        ),
      ]),
    )
    .execute();
  const naming = await db
    .selectFrom('deployments')
    .select(['app_id', 'evaluators'])
    .distinct()
    // A hash consists of hexadecimal digits, so it holds no wildcard.
    .where('evaluators', 'like', `%"${sha256}"%`)
    .execute();
  // Authors also write names and schemas there.
  const judging = naming.filter(
    ({ evaluators }) => evaluators !== null && fromJson<EvaluatorCode>(evaluators).artifact_sha256 === sha256,
  );
  return [...new Set([...running, ...judging].map(({ app_id }) => app_id))];
}

function queryApps(kind: Exclude<OwnedKind, 'artifact'>, id: string) {
  type Owner = { readonly app_id: string | null };
  switch (kind) {
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
