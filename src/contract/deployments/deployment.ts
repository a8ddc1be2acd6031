import * as z from 'zod';
import { ListedName, onlyIf, StoredName } from '../validation/fields.ts';
import { DeployMessage } from '../environments/environment.ts';
import { hasCheckableFields } from './check-parameters.ts';
import { MAX_PARTS, ImportedPackages } from './bundle-parts.ts';
import { CodeSource } from '../environments/code-source.ts';
import { EvaluatorCode, RouteSchema } from './route-schema.ts';
import { Parameters } from '../variants/variant.ts';

/**
 * Change to a stored configuration: `rename:old=new`, `default:field` (reset to the code's default), `clamp:field` (set
 * to the nearest bound), `map:field:from=to`, `drop:field`.
 *
 * @source design §6 (ours)
 */
export const ParameterMigration = z
  .string()
  .regex(
    /^(?:rename:[^=]+=.+|(?:default|clamp|drop):.+|map:[^:]+:[^=]+=.*)$/s,
    'Write it as rename:old=new, default:field, clamp:field, map:field:from=to or drop:field',
  );

/** A route to deploy: values of its fields can be checked. */
const NewRouteSchema = RouteSchema.refine(hasCheckableFields, {
  path: ['config', 'properties'],
  message: 'Each field of a configuration has a JSON Schema, with a type that JSON Schema knows',
});

/** A stored bundle. @source design §5 (ours) */
export const Artifact = z.object({ sha256: z.string(), size: z.int(), created_at: z.string() });

export const Sha256Text = z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256 is 64 lower-case hexadecimal digits');

/** Hashes of stored bundles and their parts. @source design §6 (ours) */
export const ArtifactHashes = z.strictObject({
  sha256: z.array(Sha256Text).max(MAX_PARTS + 1),
  /** Packages that the bundle imports; the request fails if the service does not run them. */
  packages: ImportedPackages.optional(),
});
export type ArtifactHashes = z.infer<typeof ArtifactHashes>;

/** Those of the hashes under which nothing is stored. @source design §6 (ours) */
export const MissingArtifacts = z.object({ sha256: z.array(z.string()) });

/** Applied in order to the stored configurations that the new code rejects. */
const migrations = z.array(ParameterMigration).max(100).optional();

/** Body of a check for what a deployment would break. @source design §6 (ours) */
export const CheckDeployment = z.strictObject({
  variant_name: StoredName,
  base_name: StoredName.nullable().optional(),
  routes: z.array(NewRouteSchema).min(1),
  environment: z.string().nullable().optional(),
  migrations,
});
export type CheckDeployment = z.infer<typeof CheckDeployment>;

/**
 * One stored value that the new code rejects. `severity` is one of: `fatal`, the environment would run it with the new
 * code, which is never accepted; `breaking`, an environment runs it; `known`, the same, but the deployed code already
 * rejects it; `idle`, no environment runs it.
 *
 * @source design §6 (ours)
 */
export const ParameterBreak = z.object({
  severity: z.enum(['fatal', 'breaking', 'known', 'idle']),
  environment: z.string().nullable(),
  variant_id: z.string(),
  variant_name: z.string(),
  revision: z.int(),
  /** `null`: no route has the field anymore. */
  route: z.string().nullable(),
  /** Its address: `/summary:prompt` for a value that is stored for one route. */
  field: z.string(),
  value: z.unknown(),
  /**
   * JSON Schema keyword of the broken rule, as in `enum` or `maximum`; `null`: the field was removed, or another rule.
   */
  keyword: z.string().nullable(),
  /** The rule in the code that the configuration was created for; `null`: none. */
  before: z.unknown(),
  after: z.unknown(),
  /** As a sentence: `production runs support@7: model = "gpt-4o" is no longer a choice`. */
  message: z.string(),
  /** Migrations that would fix it, likeliest first. */
  suggestions: z.array(z.string()),
});
export type ParameterBreak = z.infer<typeof ParameterBreak>;

/** A variant's revision that migrations created from an older one. @source design §6 (ours) */
export const MigratedRevision = z.object({
  variant_id: z.string(),
  variant_name: z.string(),
  from_revision: z.int(),
  to_revision: z.int(),
  /** Environments that run the old one, or would run it with the new code. */
  environments: z.array(z.string()),
  /** False when a revision with these parameters already exists. */
  is_new: z.boolean(),
  before: Parameters,
  after: Parameters,
});
export type MigratedRevision = z.infer<typeof MigratedRevision>;

/**
 * Fields of a variant that nobody set, and whose default the deployment changes. `moves`: whether it runs the new default
 * after the deployment; an environment that pins its bundle does not.
 *
 * @source ours
 */
export const MovedDefaults = z.object({
  /** `null`: the variant, called by its name. */
  environment: z.string().nullable(),
  variant_id: z.string(),
  variant_name: z.string(),
  revision: z.int(),
  moves: z.boolean(),
  /** By address: `/summary:prompt` where routes differ. */
  fields: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type MovedDefaults = z.infer<typeof MovedDefaults>;

/** Effect of a deployment on the stored configurations. @source design §6 (ours) */
export const Compatibility = z.object({
  /** Whether the deployment breaks something: it is rejected unless breaking changes are accepted. */
  is_breaking: z.boolean(),
  breaks: z.array(ParameterBreak),
  migrated: z.array(MigratedRevision),
  /** Migrations that changed nothing. */
  unused_migrations: z.array(z.string()),
  /** Left out by an older service. */
  moved: z.array(MovedDefaults).optional(),
});
export type Compatibility = z.infer<typeof Compatibility>;

/**
 * Body that binds a bundle (or a self-hosted address) and its route schemas to a base and a variant, and to an
 * environment when one is named: one transaction. The same code from another commit is the same deployment, which keeps
 * its first `source`.
 *
 * @source design §5 (ours)
 */
export const NewDeployment = z
  .strictObject({
    variant_name: StoredName,
    base_name: StoredName.nullable().optional(),
    artifact_sha256: z.string().nullable().optional(),
    url: z.url().nullable().optional(),
    routes: z.array(NewRouteSchema).min(1),
    /** The project's custom evaluators. */
    evaluators: EvaluatorCode.nullable().optional(),
    sdk_version: z.string(),
    /** The commit that the code was built from. Services that know only schemas before number 11 refuse it. */
    source: z.strictObject(CodeSource.shape).nullable().optional(),
    /** If set, `If-Match` refers to the environment's revision; `"0"` if it has none. */
    environment: z.string().nullable().optional(),
    /** Stored with the environment's revision. */
    message: DeployMessage.nullable().optional(),
    migrations,
    /** Deploys even if environments run configurations that this code rejects; they keep their current code. */
    accept_breaking: z.boolean().optional(),
  })
  .refine((body) => (body.artifact_sha256 == null) !== (body.url == null), {
    error: 'Set either artifact_sha256 or url',
    path: ['artifact_sha256'],
  })
  .meta(
    onlyIf(
      { required: ['url'], properties: { url: { type: 'string' } } },
      { properties: { artifact_sha256: { type: 'null' } } },
      { required: ['artifact_sha256'], properties: { artifact_sha256: { type: 'string' } } },
    ),
  );
export type NewDeployment = z.infer<typeof NewDeployment>;

/** A bundle bound to a base. @source design §5 (ours) */
export const Deployment = z.object({
  id: z.string(),
  app_id: z.string(),
  base_id: z.string(),
  base_name: z.string(),
  artifact_sha256: z.string().nullable(),
  url: z.string().nullable(),
  sdk_version: z.string(),
  routes: z.array(RouteSchema),
  evaluators: EvaluatorCode.nullable().optional(),
  /** Of its first deployment; `null`: unknown. Older services leave it out. */
  source: CodeSource.nullable().optional(),
  created_by: z.string(),
  created_at: z.string(),
});
export type Deployment = z.infer<typeof Deployment>;

/** Response to `NewDeployment`. `changed` is false if the same deployment already exists. @source design §5 (ours) */
export const CreatedDeployment = z.object({
  deployment: Deployment,
  variant_id: z.string(),
  variant_name: z.string(),
  variant_revision: z.int(),
  uri: z.string().nullable(),
  environment: z.string().nullable(),
  environment_revision: z.int().nullable(),
  changed: z.boolean(),
  compatibility: Compatibility,
});
export type CreatedDeployment = z.infer<typeof CreatedDeployment>;

/** Body that registers a self-hosted workflow by its address. @source facts §2.1 */
export const NewService = z.strictObject({
  variant_name: ListedName,
  url: z.url({ protocol: /^https?$/ }),
  /** `null`: the variant's name up to its first dot. */
  base_name: ListedName.nullable(),
  /** `null`: the variant's name after its first dot, or all of it. */
  config_name: ListedName.nullable(),
});
export type NewService = z.infer<typeof NewService>;

/** Source of a line: the workflow's output, or the service itself. */
export const LogStream = z.enum(['stdout', 'stderr', 'service']);
export type LogStream = z.infer<typeof LogStream>;

/** A line that the process of an app's workflow wrote. @source ours */
export const LogLine = z.object({
  id: z.string(),
  created_at: z.string(),
  stream: LogStream,
  text: z.string(),
  /** `X-Request-Id` of the call that wrote it; `null`: of no call, or of an evaluation's. */
  request_id: z.string().nullable().optional(),
  /** Name of the variant that the call ran. */
  variant: z.string().nullable().optional(),
  /** Revision of the variant; `null`: the call brought its configuration. */
  revision: z.int().nullable().optional(),
  /** Environment that the call named. */
  environment: z.string().nullable().optional(),
});
export type LogLine = z.infer<typeof LogLine>;

/** One difference between two sets of route schemas. */
export const RouteChange = z.object({
  route: z.string(),
  /** Dotted path of a field, as in `text`, `address.city` or `tags[]`; `null`: the whole schema. */
  field: z.string().nullable(),
  /** `route`: the whole route was added or removed. */
  part: z.enum(['route', 'config', 'input', 'output']),
  kind: z.enum(['added', 'removed', 'changed']),
  /** Keyword that changed, as in `maximum` or `enum`. */
  keyword: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  /** For a removed field: a similar added field, so it may have been renamed. */
  maybe_renamed_to: z.string().nullable(),
});
export type RouteChange = z.infer<typeof RouteChange>;
