import * as z from 'zod';
import { extension } from '../endpoint/endpoint.ts';
import { StoredName } from '../validation/fields.ts';
import { Parameters } from './variant.ts';

/** What identifies a configuration. A variant takes precedence over an environment. @source seed §4.7 */
export interface ConfigurationReference {
  /** Id of a variant's revision. It is sufficient: a runtime that knows the revision sends nothing else. */
  readonly revision?: string | null;
  /** Name or id of the app. */
  readonly application?: string | null;
  /** Name or id of the variant. */
  readonly variant?: string | null;
  /** Name or id of the environment. */
  readonly environment?: string | null;
  /** A revision of the variant, or else of the environment; the newest by default. */
  readonly version?: number | null;
}

/** Names a record by slug, version or id; the others are null or left out. @source facts §2.3 */
export const Reference = z.strictObject({
  slug: z.string().nullable().optional(),
  version: z.int().nullable().optional(),
  id: z.string().nullable().optional(),
});
export type Reference = z.infer<typeof Reference>;

/** Body that requests a configuration: a variant takes precedence over an environment; the default is the environment `production`. @source facts §2.3, seed §4.7 */
export const FetchConfig = z.strictObject({
  variant_ref: Reference.nullable().optional(),
  environment_ref: Reference.nullable().optional(),
  application_ref: Reference.nullable().optional(),
});
export type FetchConfig = z.infer<typeof FetchConfig>;

const AnsweredReference = z.object({
  slug: z.string().nullable().optional(),
  version: z.int().nullable().optional(),
  id: z.string().nullable().optional(),
});

const Lifecycle = z.object({
  created_at: z.string().nullable().optional(),
  updated_at: z.string().nullable().optional(),
  updated_by_id: z.string().nullable().optional(),
  updated_by: z.string().nullable().optional(),
});

/**
 * A configuration and its source. `variant_ref.id` is the id of the revision.
 *
 * @source facts §2.3
 * @remarks Ours: `set_parameters`, the values in `params` that somebody set. The other ones are defaults of the code.
 */
export const ConfigResponse = z.object({
  params: Parameters,
  set_parameters: extension(Parameters.nullable().optional()),
  url: z.string().nullable().optional(),
  application_ref: AnsweredReference.nullable().optional(),
  service_ref: AnsweredReference.nullable().optional(),
  variant_ref: AnsweredReference.nullable().optional(),
  environment_ref: AnsweredReference.nullable().optional(),
  application_lifecycle: Lifecycle.nullable().optional(),
  service_lifecycle: Lifecycle.nullable().optional(),
  variant_lifecycle: Lifecycle.nullable().optional(),
  environment_lifecycle: Lifecycle.nullable().optional(),
});
export type ConfigResponse = z.infer<typeof ConfigResponse>;

/** Body that creates an empty configuration of an app. @source facts §2.3 */
export const AddConfig = z.strictObject({ variant_ref: Reference, application_ref: Reference });

/**
 * Body that stores parameters in a configuration, which may be one as it was fetched: with its `set_parameters`, the
 * defaults that nobody changed stay defaults.
 *
 * @source facts §2.3
 */
export const CommitConfig = z.strictObject({ config: ConfigResponse });

/** Body that deploys a configuration to an environment. @source facts §2.3 */
export const DeployConfig = z.strictObject({
  variant_ref: Reference,
  environment_ref: Reference,
  application_ref: Reference.nullable().optional(),
});

/** Body that names a configuration. @source facts §2.3 */
export const NamedConfig = z.strictObject({
  variant_ref: Reference,
  application_ref: Reference.nullable().optional(),
});
export type NamedConfig = z.infer<typeof NamedConfig>;

/** Body that names an app. @source facts §2.3 */
export const ConfigsOfApp = z.strictObject({ application_ref: Reference });

/** A configuration of a base; `set_parameters` are ours. @source facts §2.4 */
export const BaseConfig = z.object({
  config_name: z.string(),
  current_version: z.int(),
  parameters: Parameters,
  set_parameters: extension(Parameters.nullable().optional()),
});

/** Body that stores a configuration of a base. @source facts §2.4 */
export const SaveConfig = z.strictObject({
  base_id: z.string(),
  config_name: StoredName,
  parameters: Parameters,
  overwrite: z.boolean(),
});
