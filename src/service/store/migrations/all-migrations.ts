import { firstTables } from './until-0012/0001-first-tables.ts';
import { evaluationLeases } from './until-0012/0002-evaluation-leases.ts';
import { variables } from './until-0012/0003-variables.ts';
import { logs } from './until-0012/0004-logs.ts';
import { humanVotes } from './until-0012/0005-human-votes.ts';
import { providerKeys } from './until-0012/0006-provider-keys.ts';
import { promotions } from './until-0012/0007-promotions.ts';
import { evaluationRuns } from './until-0012/0008-evaluation-runs.ts';
import { keyLimits } from './until-0012/0009-key-limits.ts';
import { imports } from './until-0012/0010-imports.ts';
import { auditLog } from './until-0012/0011-audit-log.ts';
import { replicas } from './until-0012/0012-replicas.ts';
import { testsetRevisions } from './0013-testset-revisions.ts';
import { evaluatorCode } from './0014-evaluator-code.ts';
import { workers } from './0015-workers.ts';
import { announcements } from './0016-announcements.ts';
import { sharedLocalKey } from './0017-shared-local-key.ts';
import { targetRefusals } from './0018-target-refusals.ts';
import { cellClaims } from './0019-cell-claims.ts';
import { variantsByApp } from './0020-variants-by-app.ts';
import { evaluationsByVariant } from './0021-evaluations-by-variant.ts';
import { judgeCosts } from './0022-judge-costs.ts';
import { cellUsage } from './0023-cell-usage.ts';
import { reach } from './0024-reach.ts';
import { environmentVariables } from './0025-environment-variables.ts';
import { sealingKey } from './0026-sealing-key.ts';
import { cellWarmUp } from './0027-cell-warm-up.ts';
import type { Migration } from './migration.ts';

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [
  firstTables,
  evaluationLeases,
  variables,
  logs,
  humanVotes,
  providerKeys,
  promotions,
  evaluationRuns,
  keyLimits,
  imports,
  auditLog,
  replicas,
  testsetRevisions,
  evaluatorCode,
  workers,
  announcements,
  sharedLocalKey,
  targetRefusals,
  cellClaims,
  variantsByApp,
  evaluationsByVariant,
  judgeCosts,
  cellUsage,
  reach,
  environmentVariables,
  sealingKey,
  cellWarmUp,
];
