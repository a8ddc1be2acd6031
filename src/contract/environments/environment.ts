import * as z from 'zod';
import { endpointsOf, extension, Paging } from '../endpoint/endpoint.ts';
import { CodeSource } from './code-source.ts';
import { onlyIf } from '../validation/fields.ts';
import { GATE, MESSAGE_LENGTH } from '../../foundation/sizes.ts';

/** A gate file: its conditions in YAML or JSON, and the name that messages use. @source design §7 (ours) */
export const GateFile = z.strictObject({ name: z.string().min(1).max(200), content: z.string().min(1).max(GATE.most) });
export type GateFile = z.infer<typeof GateFile>;

/** A stored gate, with the hash of its content. @source design §7 (ours) */
export const KeptGate = z.object({
  name: z.string(),
  sha256: z.string(),
  content: z.string(),
  /** Path of the route whose evaluations it judges; `null` or left out: of any. */
  route: z.string().nullable().optional(),
});
export type KeptGate = z.infer<typeof KeptGate>;

const OneEvidence = z.object({
  evaluation_id: z.string(),
  /** Path of the route that the evaluation called; left out: unknown. */
  route: z.string().nullable().optional(),
  /** The evaluation it was compared with; `null` when no condition of the gate needs one. */
  baseline_evaluation_id: z.string().nullable(),
  verdict: z.enum(['passed']),
  gate: KeptGate,
  confidence: z.number(),
  /** How often this gate had judged these variants on this test set; `null` or left out: before looks were counted. */
  look: z.int().nullable().optional(),
  /** How many variants it was the best of on these rows, itself included. */
  choices: z.int().nullable().optional(),
  checks: z.array(
    z.object({
      metric: z.string(),
      rule: z.string(),
      value: z.number().nullable(),
      /** Lower and upper end; `null` when the condition does not concern a mean. */
      interval: z.array(z.number()).nullable(),
      cases: z.int(),
    }),
  ),
});

/**
 * Why an environment accepted a revision: the gate at that time, what it was checked against, and the result of each
 * condition. It stays the same when the gate file changes. `others` is about the gates of other routes.
 *
 * @source design §7 (ours)
 */
export const GateEvidence = OneEvidence.extend({ others: z.array(OneEvidence).optional() });
export type GateEvidence = z.infer<typeof GateEvidence>;

/**
 * One deployment to an environment.
 *
 * @source seed §2.6
 * @remarks Our additions, all optional: the deployer's message, the restored revision, the evidence of a gate, its set of
 * variables, and the commit that its code was built from. So are the name of the variant and the number of its revision,
 * which are null if the variant was deleted.
 */
export const EnvironmentRevision = z.object({
  id: z.string(),
  revision: z.int(),
  modified_by: z.string(),
  deployed_app_variant_revision: z.string().nullable(),
  deployed_variant_name: extension(z.string().nullable().optional()),
  deployed_variant_revision: extension(z.int().nullable().optional()),
  deployment: z.string().nullable(),
  source: extension(CodeSource.nullable().optional()),
  variables_id: extension(z.string().nullable().optional()),
  created_at: z.string(),
  message: extension(z.string().nullable().optional()),
  restored_from: extension(z.int().nullable().optional()),
  evidence: extension(GateEvidence.nullable().optional()),
});
export type EnvironmentRevision = z.infer<typeof EnvironmentRevision>;

/**
 * The gate that every deployment to an environment must pass, and who changed it last. `others` are the gates of other
 * routes, which it must pass, too.
 *
 * @source ours
 */
export const EnvironmentProtection = z.object({
  gate: KeptGate,
  others: z.array(KeptGate).optional(),
  changed_by: z.string(),
  changed_at: z.string(),
});
export type EnvironmentProtection = z.infer<typeof EnvironmentProtection>;

const environmentFields = {
  name: z.string(),
  app_id: z.string(),
  project_id: z.string(),
  deployed_app_variant_id: z.string().nullable(),
  deployed_variant_name: z.string().nullable(),
  deployed_app_variant_revision_id: z.string().nullable(),
  revision: z.int().nullable(),
  /** Number of the variant's revision that it runs; `null`: nothing, or the variant was deleted. */
  deployed_variant_revision: extension(z.int().nullable().optional()),
  /** When its revision was made, and the name of the key that made it: a deployment, or a change of its variables. */
  deployed_at: extension(z.string().nullable().optional()),
  deployed_by: extension(z.string().nullable().optional()),
  /** `null`: the environment is not protected. */
  protection: extension(EnvironmentProtection.nullable().optional()),
  /** The commit that the code it runs was built from; `null`: unknown. */
  source: extension(CodeSource.nullable().optional()),
  organization_id: z.string().nullable().optional(),
  workspace_id: z.string().nullable().optional(),
};

/** An environment without its history. @source facts §2.1 */
export const EnvironmentOutput = z.object(environmentFields);
export type EnvironmentOutput = z.infer<typeof EnvironmentOutput>;

/** An environment with its history, oldest revision first. @source seed §2.6 */
export const EnvironmentRevisions = z.object({ ...environmentFields, revisions: z.array(EnvironmentRevision) });
export type EnvironmentRevisions = z.infer<typeof EnvironmentRevisions>;

/** Message of the person who changes an environment. */
export const DeployMessage = z.string().min(1).max(MESSAGE_LENGTH.most);

/**
 * Body that deploys a variant to an environment of its app.
 *
 * @source facts §2.4
 * @remarks Our additions, all optional: `revision`, the variant's revision to deploy (default: the newest); `message`;
 * and what the service checks before it deploys: an evaluation, a gate (default: the one that protects the
 * environment), and the evaluation that a rule "not_worse_by" compares with. An environment with gates of several routes
 * takes the evaluations of the others as `other_evaluation_ids`, and their baselines.
 */
export const DeployToEnvironment = z
  .strictObject({
    environment_name: z.string().min(1),
    variant_id: z.string(),
    revision: extension(z.int().nullable().optional()),
    message: extension(DeployMessage.nullable().optional()),
    gate: extension(GateFile.nullable().optional()),
    evaluation_id: extension(z.string().nullable().optional()),
    baseline_evaluation_id: extension(z.string().nullable().optional()),
    other_evaluation_ids: extension(z.array(z.string()).max(100).nullable().optional()),
    other_baseline_evaluation_ids: extension(z.array(z.string()).max(100).nullable().optional()),
  })
  .meta(
    onlyIf(
      { required: ['gate'], properties: { gate: { type: 'object' } } },
      { required: ['evaluation_id'], properties: { evaluation_id: { type: 'string' } } },
    ),
  );
export type DeployToEnvironment = z.infer<typeof DeployToEnvironment>;

/** Body that creates a new environment revision equal to an old one. @source design §5 (ours) */
export const RollbackEnvironment = z.strictObject({
  app_id: z.string(),
  /** The environment revision to restore; by default the last that ran something else and was not rolled away from. */
  revision: z.int().nullable().optional(),
  message: DeployMessage.nullable().optional(),
  /** Why a protected environment goes back to a revision that passed no gate: the history and the audit log say so. */
  override: DeployMessage.nullable().optional(),
});
export type RollbackEnvironment = z.infer<typeof RollbackEnvironment>;

/**
 * Body that protects an environment by a gate, or removes the protection. A gate replaces the one of the same route.
 *
 * @source ours
 */
export const ProtectEnvironment = z.strictObject({
  gate: GateFile.nullable(),
  /** Without a gate: the route whose gate is removed. Default: all gates. */
  route: z.string().nullable().optional(),
});
export type ProtectEnvironment = z.infer<typeof ProtectEnvironment>;

const endpoint = endpointsOf({ tag: 'environments', source: 'wf' });

export const environmentEndpoints = {
  listAppEnvironments: endpoint('GET /apps/{app_id}/environments', {
    summary: 'List environments of an app: development, staging, production, then others',
    source: 'facts §2.1',
    reach: { app: 'app_id' },
    query: Paging,
    response: z.array(EnvironmentOutput),
  }),
  getEnvironmentRevisions: endpoint('GET /apps/{app_id}/revisions/{environment_name}', {
    summary: "List revisions of an app's environment",
    source: 'seed §4.3',
    reach: { app: 'app_id' },
    query: z.object({
      /** Ours: only the newest revisions, so many. */
      limit: Paging.shape.limit,
    }),
    response: EnvironmentRevisions,
  }),
  deployToEnvironment: endpoint('POST /environments/deploy', {
    summary: 'Deploy a variant to an environment, as a new environment revision',
    source: 'facts §2.4',
    role: 'operator',
    reach: {
      variant: 'body.variant_id',
      evaluation: [
        'body.evaluation_id',
        'body.baseline_evaluation_id',
        'body.other_evaluation_ids',
        'body.other_baseline_evaluation_ids',
      ],
    },
    body: DeployToEnvironment,
    response: z.null(),
    isConditional: true,
  }),
  rollbackEnvironment: endpoint('POST /environments/{environment_name}/rollback', {
    summary: 'Create a new environment revision equal to an old one',
    role: 'operator',
    reach: { app: 'body.app_id' },
    body: RollbackEnvironment,
    response: EnvironmentRevisions,
    isConditional: true,
  }),
  protectEnvironment: endpoint('PUT /apps/{app_id}/environments/{environment_name}/protection', {
    summary: 'Protect an environment by a gate, or with null remove the protection',
    role: 'operator',
    reach: { app: 'app_id' },
    body: ProtectEnvironment,
    response: EnvironmentOutput,
  }),
};
