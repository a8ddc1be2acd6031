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
import { testsetRevisions } from './until-0024/0013-testset-revisions.ts';
import { evaluatorCode } from './until-0024/0014-evaluator-code.ts';
import { workers } from './until-0024/0015-workers.ts';
import { announcements } from './until-0024/0016-announcements.ts';
import { sharedLocalKey } from './until-0024/0017-shared-local-key.ts';
import { targetRefusals } from './until-0024/0018-target-refusals.ts';
import { cellClaims } from './until-0024/0019-cell-claims.ts';
import { variantsByApp } from './until-0024/0020-variants-by-app.ts';
import { evaluationsByVariant } from './until-0024/0021-evaluations-by-variant.ts';
import { judgeCosts } from './until-0024/0022-judge-costs.ts';
import { cellUsage } from './until-0024/0023-cell-usage.ts';
import { reach } from './until-0024/0024-reach.ts';
import { environmentVariables } from './0025-environment-variables.ts';
import { sealingKey } from './0026-sealing-key.ts';
import { cellWarmUp } from './0027-cell-warm-up.ts';
import { vault } from './0028-vault.ts';
import { callChanges } from './0029-call-changes.ts';
import { narrowedLists } from './0030-narrowed-lists.ts';
import { spans } from './0031-spans.ts';
import { cellCallGroup } from './0032-cell-call-group.ts';
import { outputUses } from './0033-output-uses.ts';
import { keyUses } from './0034-key-uses.ts';
import { keyModelCalls } from './0035-key-model-calls.ts';
import { logRequests } from './0036-log-requests.ts';
import { newestOnRows } from './0037-newest-on-rows.ts';
import { retention } from './0038-retention.ts';
import { bundleParts } from './0039-bundle-parts.ts';
import { labels } from './0040-labels.ts';
import { archived } from './0041-archived.ts';
import { artifactChunks } from './0042-artifact-chunks.ts';
import { artifactUploads } from './0043-artifact-uploads.ts';
import { importChunks } from './0044-import-chunks.ts';
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
  vault,
  callChanges,
  narrowedLists,
  spans,
  cellCallGroup,
  outputUses,
  keyUses,
  keyModelCalls,
  logRequests,
  newestOnRows,
  retention,
  bundleParts,
  labels,
  archived,
  artifactChunks,
  artifactUploads,
  importChunks,
];
