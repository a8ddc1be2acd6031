import { Role } from '../../../contract/endpoint/endpoint.ts';
import * as z from 'zod';
import { App, CreateAppOutput } from '../../../contract/apps/app.ts';
import { AuditEntry, AuditExport } from '../../../contract/audit/audit-entry.ts';
import { EnvironmentOutput, EnvironmentRevisions } from '../../../contract/environments/environment.ts';
import { EnvironmentVariable, Variable } from '../../../contract/environments/variables.ts';
import { RollbackPlan } from '../../../contract/environments/rollback-plan.ts';
import { AppStatus } from '../../../contract/environments/status.ts';
import { CostSum } from '../../../contract/evaluations/evaluation-costs.ts';
import { Evaluator, EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { Key } from '../../../contract/keys/key.ts';
import { CreatedWebhook, Webhook, WebhookDelivery } from '../../../contract/webhooks/webhook.ts';
import { ShownWebhook } from '../../webhooks/manage-webhooks.ts';
import { LogLine } from '../../../contract/deployments/deployment.ts';
import { KeepRule, Pruned, Usage } from '../../../contract/retention/retention.ts';
import { SimpleTestset, Testset, TestsetEntry, TestsetRow } from '../../../contract/testsets/testset.ts';
import { AppVariantResponse, AppVariantRevision } from '../../../contract/variants/variant.ts';
import { TestsetReport } from '../../../contract/testsets/testset-report.ts';
import { ConfigurationDiff, VariantField, EnvironmentDiff } from '../../../contract/develop/configuration-diff.ts';
import type { DeepReadonly } from '../../../foundation/record.ts';
import { GateReport } from '../../../contract/evaluations/gate-report.ts';

/** What a prune deleted, or would delete. */
const PrunedData = Pruned.omit({ done: true }).extend({ plan: z.boolean() });
export type PrunedData = z.infer<typeof PrunedData>;

const StoredTestset = SimpleTestset.extend({
  revision: z.int().nullable(),
  rows: z.int(),
  columns: z.array(z.string()),
  created: z.boolean(),
});

const WrittenTestset = z.object({ testset_id: z.string(), rows: z.int(), format: z.string(), file: z.string() });

/** A new key; it is never shown again. */
const CreatedKey = Key.omit({ created_at: true }).extend({
  key: z.string(),
  role: Role,
  rate_limit: z.int().nullable(),
  model_call_limit: z.int().nullable(),
  /** `null`: all. */
  app_ids: z.array(z.string()).nullable(),
});
export type CreatedKey = DeepReadonly<z.infer<typeof CreatedKey>>;

/** Why a change shows what was written: reading it back failed. */
const warning = z.string().optional();

/** False when there was nothing to change. */
const changed = z.boolean();

const ChangedVariant = AppVariantResponse.extend({ warning });

/** Where a variable of an environment comes from; left out for an app's. */
const from = EnvironmentVariable.shape.from.optional();

/** What was exported: one part per 5,000 entries, each with the hash of its lines. */
const ExportedAuditLog = z.object({ file: z.string(), entries: z.int(), parts: z.array(AuditExport) });
export type ExportedAuditLog = DeepReadonly<z.infer<typeof ExportedAuditLog>>;

/** Schemas of `--json` output: stored records. */
export const RECORD_RESULTS = {
  'apps list': z.array(App),
  'apps create': CreateAppOutput.extend({ warning }),
  'apps delete': App.extend({ warning }),
  'variants list': z.array(AppVariantResponse),
  'variants show': AppVariantResponse.extend({ fields: z.array(VariantField) }),
  'variants create': ChangedVariant,
  'variants update': ChangedVariant,
  'variants revert': ChangedVariant,
  'variants delete': AppVariantResponse.extend({ warning }),
  'variants revisions': z.array(AppVariantRevision),
  'variants diff': ConfigurationDiff,
  status: z.array(AppStatus),
  'env list': z.array(EnvironmentOutput),
  'env show': EnvironmentOutput,
  'env revisions': EnvironmentRevisions,
  'env deploy': z.union([EnvironmentRevisions.extend({ changed, warning }), z.object({ gate: GateReport })]),
  'env rollback': z.union([EnvironmentRevisions.extend({ changed, rollback: RollbackPlan, warning }), RollbackPlan]),
  'env protect': EnvironmentOutput,
  'env diff': EnvironmentDiff,
  'env vars list': z.array(Variable.extend({ from })),
  'env vars set': Variable.extend({ from }),
  'env vars unset': Variable.pick({ name: true }),
  'testsets list': z.array(TestsetEntry),
  'testsets update': TestsetEntry,
  'testsets show': Testset,
  'testsets create': StoredTestset.extend({ warning }),
  'testsets check': TestsetReport,
  'testsets export': z.union([WrittenTestset, z.array(TestsetRow)]),
  'testsets delete': TestsetEntry.extend({ warning }),
  'evaluators list': z.union([z.array(Evaluator), z.array(EvaluatorConfig)]),
  'evaluators create': EvaluatorConfig.extend({ warning, completed: z.record(z.string(), z.unknown()).optional() }),
  'evaluators delete': EvaluatorConfig.extend({ warning }),
  'evaluators show': Evaluator,
  'keys list': z.array(Key),
  'keys create': CreatedKey,
  'keys revoke': Key.extend({ warning }),
  'webhooks list': z.array(Webhook),
  'webhooks create': CreatedWebhook,
  'webhooks delete': Webhook,
  'webhooks show': ShownWebhook,
  'webhooks test': WebhookDelivery,
  log: z.union([z.array(AuditEntry), ExportedAuditLog]),
  usage: z.union([Usage, z.array(CostSum)]),
  prune: z.union([PrunedData, z.array(KeepRule)]),
  logs: z.array(LogLine),
};
