import type * as z from 'zod';
import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { type ConfigSchema, requireConfigSchema } from '../config/config-schema.ts';
import { createObjectParser } from '../schema/object-schema.ts';
import {
  type ConfigurationReference,
  type ConfigurationSource,
  currentRoutingContext,
  type RoutingContext,
  type RoutingReference,
} from './routing-context.ts';

/** Reads the configuration of the current route call, with `ConfigManager.getFromRoute(schema)`. @source seed §4.7 */
export const ConfigManager = { getFromRoute };

/**
 * Returns the configuration of the current route call, at any depth below its handler. It comes from the routing
 * context, or if it has none, from the registry: by application and variant, else environment, else the environment
 * `production`. In a script, the registry is the service of `WF_BASE_URL` and `WF_API_KEY`. A value stored for the route
 * that runs wins over the value of all routes.
 *
 * @param schema - configuration schema that validates and types the result
 * @returns a configuration that `schema` has validated; without a schema, a plain record
 * @throws {WF_INVALID_INPUT} when the configuration does not fit `schema`
 * @throws {WF_NOT_FOUND} when the registry has no such configuration
 * @throws {WF_USAGE} when called outside a route call, where there is no configuration
 * @source seed §4.7 `ConfigManager.get_from_route`
 * @example
 * ```ts
 * import { ConfigManager, configSchema } from 'wfkit';
 * import * as z from 'zod';
 *
 * const Search = configSchema({ matches: z.int().gte(1).lte(20).default(5) });
 *
 * export async function search(query: string) {
 *   const { matches } = await ConfigManager.getFromRoute(Search);
 *   return `${matches} matches for ${query}`;
 * }
 * ```
 */
async function getFromRoute(): Promise<Record<string, unknown>>;
async function getFromRoute<S extends ConfigSchema>(schema: S): Promise<z.output<S>>;
async function getFromRoute(schema?: ConfigSchema): Promise<Record<string, unknown>> {
  const context = currentRoutingContext();
  const held = heldBy(context) ?? (await fetchParameters(context, schema !== undefined));
  const parameters = { ...(context?.route === undefined ? held : parametersOfRoute(held, context.route)) };
  if (schema === undefined) return parameters;
  requireConfigSchema(schema, 'Configuration');
  const parsed = await createObjectParser(schema, 'drop')(parameters, ['config']);
  if (parsed.ok) return parsed.value;
  const violations = parsed.items.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The configuration of this call does not fit the schema passed to getFromRoute(). ${violations}.`,
    details: parsed.items,
  });
}

/** An empty configuration counts as none, unless it came from the registry or there is no registry to ask. */
function heldBy(context: RoutingContext | null): Readonly<Record<string, unknown>> | null {
  if (context?.config == null) return null;
  const isHeld = Object.keys(context.config).length > 0;
  const isFinal = context.isFetched === true || context.configurations === undefined;
  return isHeld || isFinal ? context.config : null;
}

async function fetchParameters(
  context: RoutingContext | null,
  hasDefaults: boolean,
): Promise<Readonly<Record<string, unknown>>> {
  const source =
    context === null
      ? undefined
      : (context.configurations ?? (await openRegistry(nameOf(context.application), hasDefaults)));
  if (context === null || source === undefined) throw noConfiguration();
  const call = context.call ?? { signal: new AbortController().signal };
  return await source(toConfigurationReference(context), call);
}

/** Where no runtime provides a registry, as in a script, two variables name the service; nothing else is read. */
async function openRegistry(
  application: string | null,
  hasDefaults: boolean,
): Promise<ConfigurationSource | undefined> {
  const { WF_BASE_URL, WF_API_KEY } = typeof process === 'undefined' ? {} : process.env;
  if (!WF_BASE_URL || !WF_API_KEY) return undefined;
  const { registryConfigurations, serviceConfigurations } = await import('./registry.ts');
  const client = serviceConfigurations({ WF_BASE_URL, WF_API_KEY });
  if (application === null) throw noApplication();
  return client === null ? undefined : registryConfigurations(client, application, hasDefaults);
}

/** Returns what to request from a registry: the variant, else the environment, else `production`. */
export function toConfigurationReference(context: RoutingContext): ConfigurationReference {
  const application = nameOf(context.application);
  const variant = nameOf(context.variant);
  const environment = variant === null ? (nameOf(context.environment) ?? 'production') : null;
  const version = versionOf(variant === null ? context.environment : context.variant);
  return { application, variant, environment, ...(version === null ? {} : { version }) };
}

function nameOf(reference: RoutingReference | null | undefined): string | null {
  return reference?.slug ?? reference?.id ?? null;
}

function versionOf(reference: RoutingReference | null | undefined): number | null {
  const version = Number(reference?.version ?? Number.NaN);
  return Number.isInteger(version) ? version : null;
}

function noApplication(): UserError {
  return usageError('ConfigManager.getFromRoute() needs the name of an app, to ask the service of WF_BASE_URL.', [
    "routingContextManager({ application: { slug: 'APP' }, variant: { slug: 'VARIANT' } }, () => ConfigManager.getFromRoute())",
  ]);
}

function noConfiguration(): UserError {
  return usageError(
    'ConfigManager.getFromRoute() found no configuration: it was called outside a route call, or no registry is available.',
    [
      'In a test or script: routingContextManager({ config: { ... } }, () => ConfigManager.getFromRoute())',
      'Or name an app and a variant there, and set WF_BASE_URL and WF_API_KEY',
    ],
  );
}
