import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { isRecord } from '../../foundation/record.ts';
import { readJsonBody, readJsonText } from '../../http/read-body.ts';
import { type Parsed, refuse } from '../../http/exchange.ts';
import type { CollectedRoute } from '../../sdk/routes/collect-routes.ts';
import type { RouteDefinition } from '../../sdk/routes/route-definition.ts';
import {
  createObjectParser,
  NESTED_CONFIG,
  type ObjectParser,
  type ParsedObject,
  RESERVED_NAMES,
} from '../../sdk/schema/object-schema.ts';
import { parametersOfRoute } from '../../contract/variants/route-parameters.ts';
import { isWfError, messageOf } from '../../foundation/errors/wf-error.ts';
import { toConfigurationReference } from '../../sdk/context/config-manager.ts';
import type { ConfigurationReference, ConfigurationSource, RoutingContext } from '../../sdk/context/routing-context.ts';

/** A route with its schemas compiled once, not per call. */
export interface PreparedRoute {
  readonly name: string;
  readonly route: RouteDefinition;
  readonly configNames: ReadonlySet<string>;
  /** Checks a configuration from a caller: an unknown field is a mistake. */
  readonly parseConfig: ObjectParser;
  /** Checks a stored configuration, which contains the fields of all routes. */
  readonly parseStored: ObjectParser;
  readonly parseInput: ObjectParser;
}

export function prepareRoute({ name, route }: CollectedRoute): PreparedRoute {
  return {
    name,
    route,
    configNames: new Set(Object.keys(route.config?._zod.def.shape ?? {})),
    parseConfig: createObjectParser(route.config, 'reject'),
    parseStored: createObjectParser(route.config, 'drop'),
    parseInput: createObjectParser(route.input, 'reject'),
  };
}

type Fields = Record<string, unknown>;

interface PlaygroundCall {
  readonly config: Fields;
  readonly input: Fields;
}

export interface DeployedCall {
  readonly input: Fields;
  readonly application: string | null;
  readonly variant: string | null;
  readonly environment: string | null;
}

/** Reads the body of a call. An empty body has no fields: enough for a route whose fields all have defaults. */
export async function readCallBody(request: Request, limit: number | undefined): Promise<Parsed<Fields>> {
  return toFields(await readJsonBody(request, limit));
}

export function readCallText(text: string): Parsed<Fields> {
  return toFields(readJsonText(text));
}

function toFields(body: Parsed<unknown>): Parsed<Fields> {
  if (!body.ok) return isEmptyBody(body.refusal.detail) ? { ok: true, value: {} } : body;
  if (isRecord(body.value)) return { ok: true, value: body.value };
  return refuse(422, [{ loc: ['body'], msg: 'Input should be a valid object', type: 'object_type' }]);
}

/**
 * Reads a playground call: flat, with configuration fields next to inputs, or with a nested configuration.
 *
 * @source design §4, facts §4.2
 */
export async function readPlaygroundCall(body: Fields, prepared: PreparedRoute): Promise<Parsed<PlaygroundCall>> {
  const isNested = Object.hasOwn(body, NESTED_CONFIG);
  const flat = isNested ? { config: {}, input: body } : splitFlat(body, prepared.configNames);
  const config = isNested
    ? await prepared.parseConfig(body[NESTED_CONFIG], ['body', NESTED_CONFIG])
    : await prepared.parseConfig(flat.config, ['body']);
  const input = await prepared.parseInput(withoutReserved(flat.input), ['body']);
  return config.ok && input.ok
    ? { ok: true, value: { config: config.value, input: input.value } }
    : refuse(422, [...itemsOf(config), ...itemsOf(input)]);
}

/** Reads a deployed call: inputs, and the names of its configuration. @source design §4, facts §4.2 */
export async function readDeployedCall(body: Fields, prepared: PreparedRoute): Promise<Parsed<DeployedCall>> {
  const input = await prepared.parseInput(withoutReserved(body), ['body']);
  const items = [
    ...misplacedConfig(body),
    ...['environment', 'config', 'app'].flatMap((name) => checkSlug(body, name)),
  ];
  if (!input.ok || items.length > 0) return refuse(422, [...items, ...itemsOf(input)]);
  const [environment, variant, application] = [
    slugOf(body, 'environment'),
    slugOf(body, 'config'),
    slugOf(body, 'app'),
  ];
  return { ok: true, value: { input: input.value, application, variant, environment } };
}

function isEmptyBody(detail: unknown): boolean {
  if (!Array.isArray(detail)) return false;
  const [item] = detail as ValidationErrorItem[]; // the items of a refused body are all that a list of details contains
  return item?.type === 'missing' && item.loc.length === 1;
}

function splitFlat(body: Fields, configNames: ReadonlySet<string>): { config: Fields; input: Fields } {
  const config: Fields = {};
  const input: Fields = {};
  for (const name of Object.keys(body)) {
    if (configNames.has(name)) config[name] = body[name];
    else assign(input, name, body[name]);
  }
  return { config, input };
}

function withoutReserved(fields: Fields): Fields {
  if (!RESERVED_NAMES.some((name) => Object.hasOwn(fields, name))) return fields;
  const input: Fields = {};
  const reserved: readonly string[] = RESERVED_NAMES;
  for (const name of Object.keys(fields)) if (!reserved.includes(name)) assign(input, name, fields[name]);
  return input;
}

/** JSON may contain a key "__proto__"; plain assignment would change the object's prototype instead. */
function assign(fields: Fields, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
  else fields[name] = value;
}

function misplacedConfig(body: Fields): ValidationErrorItem[] {
  if (!Object.hasOwn(body, NESTED_CONFIG)) return [];
  const msg = 'A deployed call runs a stored configuration: name it with "environment" or "config"';
  return [{ loc: ['body', NESTED_CONFIG], msg, type: 'extra_forbidden' }];
}

function checkSlug(body: Fields, name: string): ValidationErrorItem[] {
  const value = Object.hasOwn(body, name) ? body[name] : null;
  if (value === null || typeof value === 'string') return [];
  return [{ loc: ['body', name], msg: 'Input should be a valid string', type: 'string_type' }];
}

function slugOf(body: Fields, name: string): string | null {
  const value = Object.hasOwn(body, name) ? body[name] : null;
  return typeof value === 'string' && value !== '' ? value : null;
}

function itemsOf(part: ParsedObject): readonly ValidationErrorItem[] {
  return part.ok ? [] : part.items;
}

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
