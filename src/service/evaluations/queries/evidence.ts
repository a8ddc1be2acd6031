import type { Db } from '../../store/schema.ts';
import { type NamedRevision, selectNamedRevisions } from '../../variants/queries/environment-uses.ts';

/** Finds the newest revision of an environment that an evaluation is evidence for. */
export async function findRevisionProvenBy(db: Db, evaluationId: string): Promise<NamedRevision | null> {
  const found = await selectNamedRevisions(db)
    .where((the) =>
      the.or([
        the('environment_revisions.evaluation_id', '=', evaluationId),
        the('environment_revisions.baseline_evaluation_id', '=', evaluationId),
      ]),
    )
    .executeTakeFirst();
  return found ?? null;
}
