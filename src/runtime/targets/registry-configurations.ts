import type { ConfigResponse, FetchConfig, Reference } from '../../contract/variants/config.ts';
import type { ConfigurationReference, ConfigurationSource } from '../../sdk/context/routing-context.ts';

/** The part of the client that fetches configurations. */
export interface ConfigurationClient {
  fetchConfig(call: { readonly body: FetchConfig; readonly signal?: AbortSignal }): Promise<ConfigResponse>;
}

/**
 * Fetches configurations from a service, for a workflow that the service does not host.
 *
 * @param client - a client of the service
 * @param application - name of the app, for calls that do not name it
 * @source seed §4.7, facts §2.3
 */
export function registryConfigurations(client: ConfigurationClient, application: string): ConfigurationSource {
  return async (reference, { signal }) => {
    const { params } = await client.fetchConfig({ body: toFetchConfig(reference, application), signal });
    return params;
  };
}

function toFetchConfig(reference: ConfigurationReference, application: string): FetchConfig {
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
