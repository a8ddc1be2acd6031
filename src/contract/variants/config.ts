import * as z from 'zod';
import { extension } from '../endpoint/endpoint.ts';
import { fieldOf } from '../../foundation/record.ts';
import { ListedName, StoredName } from '../validation/fields.ts';
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

const BY_ID = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const BY_SLUG = { type: 'object', required: ['slug'], properties: { slug: { type: 'string' } } };
const NAMED = { anyOf: [BY_SLUG, BY_ID] };

/** Requires that a reference names something, by slug or by id. */
function naming<S extends z.ZodType>(reference: S): S {
  const isNamed = (value: unknown) => fieldOf(value, 'slug') != null || fieldOf(value, 'id') != null;
  return reference.refine(isNamed, 'Name the record by slug or id').meta(NAMED);
}

/** A reference that names something. @source facts §2.3 */
const NamedReference = naming(Reference);

/** A reference to a record or a revision of it: a number alone names nothing. @source facts §2.3 */
const RevisionReference = Reference.refine(
  (reference) => reference.version == null || reference.slug != null || reference.id != null,
  { path: ['version'], error: 'Name the record by slug or id, too' },
).meta({ anyOf: [{ properties: { version: { type: 'null' } } }, ...NAMED.anyOf] });

/** References that say of which app a configuration is: the app's own, or the id of a revision. */
const NAMES_OF_APP = ['application_ref', 'variant_ref', 'environment_ref'] as const;

/** Requires that a body says of which app a configuration is. @param names - its references */
function ofApp<S extends z.ZodObject>(body: S): S {
  const names = NAMES_OF_APP.filter((name) => name in body.shape);
  const isNamed = (value: unknown) =>
    fieldOf(fieldOf(value, 'application_ref'), 'slug') != null ||
    names.some((name) => fieldOf(fieldOf(value, name), 'id') != null);
  const ways = names.map((name) => ({
    required: [name],
    properties: { [name]: name === 'application_ref' ? NAMED : BY_ID },
  }));
  const error = `Name the app by slug or id, or ${names.slice(1).join(' or ')} by id`;
  return body.refine(isNamed, { path: ['application_ref'], error }).meta({ anyOf: ways });
}

/** Body that requests a configuration: a variant takes precedence over an environment; the default is the environment `production`. @source facts §2.3, seed §4.7 */
export const FetchConfig = ofApp(
  z.strictObject({
    variant_ref: RevisionReference.nullable().optional(),
    environment_ref: RevisionReference.nullable().optional(),
    application_ref: Reference.nullable().optional(),
  }),
);
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
export const AddConfig = z.strictObject({
  variant_ref: Reference.extend({ slug: ListedName }),
  application_ref: NamedReference,
});

/**
 * Body that stores parameters in a configuration, which may be one as it was fetched: with its `set_parameters`, the
 * defaults that nobody changed stay defaults.
 *
 * @source facts §2.3
 */
export const CommitConfig = z.strictObject({
  config: ofApp(ConfigResponse.extend({ variant_ref: naming(AnsweredReference) })),
});

/** Body that deploys a configuration to an environment. @source facts §2.3 */
export const DeployConfig = ofApp(
  z.strictObject({
    variant_ref: NamedReference,
    environment_ref: NamedReference,
    application_ref: Reference.nullable().optional(),
  }),
);

/** Body that names a configuration. @source facts §2.3 */
export const NamedConfig = ofApp(
  z.strictObject({
    variant_ref: NamedReference,
    application_ref: Reference.nullable().optional(),
  }),
);

/** Body that names an app. @source facts §2.3 */
export const ConfigsOfApp = z.strictObject({ application_ref: NamedReference });

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
