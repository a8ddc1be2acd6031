import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { messageOf } from '../../foundation/errors/read-thrown.ts';
import { type Parsed, refuse } from '../../http/refusal.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import { toConfigurationReference } from '../../sdk/context/config-manager.ts';
import type { ConfigurationReference, ConfigurationSource, RoutingContext } from '../../sdk/context/routing-context.ts';
import type { DeployedCall, PreparedRoute } from './read-call.ts';

interface ResolveConfigurationOptions {
  /** Where stored configurations come from; without one, a call that names a configuration fails. */
  readonly source: ConfigurationSource | undefined;
  readonly revision: string | null;
  /** The limit instead of its signal, which is created on first use: a cached configuration needs none. */
  readonly limit: { readonly signal: AbortSignal };
}

/**
 * Finds the configuration that a deployed call runs with, as stored and as parsed by the route's schema.
 *
 * @source seed §4.7: variant before environment, and environment `production` when neither is named
 */
export async function resolveConfiguration(
  call: DeployedCall,
  prepared: PreparedRoute,
  { source, revision, limit }: ResolveConfigurationOptions,
): Promise<Parsed<Record<'stored' | 'config', Record<string, unknown>>>> {
  const fetched =
    source === undefined
      ? withoutRegistry(call)
      : await fetchStored(source, revision === null ? toConfigurationReference(toContext(call)) : { revision }, limit);
  if (!fetched.ok) return fetched;
  const stored = parametersOfRoute(fetched.value, prepared.route.path);
  const parsed = await prepared.parseStored(stored, ['config']);
  return parsed.ok ? { ok: true, value: { stored, config: parsed.value } } : refuse(422, parsed.items);
}

/** The routing context of a deployed call. @source facts §4.7 */
export function toContext({ application, variant, environment }: DeployedCall): RoutingContext {
  return {
    application: toReference(application),
    variant: toReference(variant),
    environment: toReference(environment),
  };
}

function toReference(slug: string | null) {
  return slug === null ? null : { id: null, slug };
}

function withoutRegistry(call: DeployedCall): Parsed<Record<string, unknown>> {
  const named = call.variant ?? call.environment;
  if (named === null) return { ok: true, value: {} };
  const kind = call.variant === null ? 'environment' : 'variant';
  return refuse(
    400,
    `This workflow runs without a registry, so it cannot find ${kind} ${JSON.stringify(named)}. Set WF_BASE_URL and WF_API_KEY where it runs.`,
  );
}

async function fetchStored(
  source: ConfigurationSource,
  reference: ConfigurationReference,
  limit: { readonly signal: AbortSignal },
): Promise<Parsed<Record<string, unknown>>> {
  try {
    return { ok: true, value: await source(reference, limit) };
  } catch (error) {
    const message = messageOf(error);
    if (isWfError(error) && error.code === 'WF_NOT_FOUND') return refuse(400, message);
    return refuse(502, `The configuration of this call could not be fetched. ${message}`);
  }
}
