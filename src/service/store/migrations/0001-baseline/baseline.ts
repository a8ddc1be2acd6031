import type { Migration } from '../migration.ts';
import { auditTriggers, callChanges, changeAnnouncements, newestOnRows } from './changes.ts';
import { evaluationTables, humanEvaluationTables, testsetTables } from './evaluation-tables.ts';
import { appTables, artifactTables, keyTables, labelTables, serviceTables } from './record-tables.ts';

/** The schema of the first release. Tables follow those that they refer to. */
export const baseline: Migration = {
  number: 1,
  name: 'baseline',
  statements: (types) => [
    ...artifactTables(types),
    ...appTables(types),
    ...keyTables(types),
    ...testsetTables(types),
    ...humanEvaluationTables(types),
    ...evaluationTables(types),
    ...labelTables(types),
    ...serviceTables(types),
    ...newestOnRows(types),
    ...callChanges(types),
    ...changeAnnouncements(types),
    ...auditTriggers(types),
  ],
};
