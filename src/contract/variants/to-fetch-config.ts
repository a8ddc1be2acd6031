// Without schemas: it is part of every bundle.
import type { ConfigurationReference, FetchConfig, Reference } from './config.ts';

/**
 * Returns the body that requests a configuration.
 *
 * @param application - app of a reference that names none
 */
export function toFetchConfig(reference: ConfigurationReference, application: string): FetchConfig {
  const { variant = null, environment = null, version = null, revision = null } = reference;
  return {
    application_ref: toReference(reference.application ?? application),
    variant_ref: revision === null ? toReference(variant, version) : { slug: null, version: null, id: revision },
    environment_ref: variant === null ? toReference(environment, version) : null,
  };
}

function toReference(slug: string | null, version: number | null = null): Reference | null {
  return slug === null ? null : { slug, version, id: null };
}
