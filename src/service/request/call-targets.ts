import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import { type Parsed, refuse } from '../../http/exchange.ts';
import { type AppRow, requireAppNamed } from '../apps/queries.ts';
import { resolveConfiguration } from '../environments/resolve-configuration.ts';
import type { HostedCall, HostedDeployment } from '../hosting/hosting.ts';
import { findKey } from '../keys/queries/keys.ts';
import type { HostedLabels } from '../observe/served-request.ts';
import type { CallVersion } from '../store/call-version.ts';
import type { Store } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import {
  type DeploymentRow,
  findNewestDeployment,
  routesOf,
  toHostedDeployment,
} from '../variants/queries/deployments.ts';
import { requireVariantNamed, type VariantRow } from '../variants/queries/variants.ts';

/** What the address and the body of a hosted call name. */
interface CallAddress {
  /** Name or id. */
  readonly app: string;
  /** Name or id. */
  readonly variant: string;
  /** Ids of the apps that the caller's key reaches; `null`: all. */
  readonly appIds: readonly string[] | null;
  /** The configuration that a deployed call asks for; `null` for a call that runs the code's own. */
  readonly slug: Slug | null;
}

export interface Slug {
  readonly application: string | null;
  readonly variant: string | null;
  readonly environment: string | null;
}

interface CallTarget {
  readonly deployment: HostedDeployment;
  /** Routes of a self-hosted workflow; `null` for a bundle, which knows its own. */
  readonly routes: readonly RouteSchema[] | null;
  readonly revisionId: HostedCall['revisionId'];
  readonly labels: Omit<HostedLabels, 'route'>;
}

/** Keys and targets as they are at the beginning of a call. */
export type CallTargets = Awaited<ReturnType<ReturnType<typeof createCallTargets>>>;

/** Creates the function that opens the keys and targets for one call. Each is read once, until a commit changes one. */
export function createCallTargets({ reads, readCallVersion }: Pick<Store, 'reads' | 'readCallVersion'>) {
  const cache = createCallCache(readCallVersion);
  return async () => {
    const { read } = await cache.open();
    return {
      findKey: (prefix: string) => read(`key ${prefix}`, () => findKey(reads, prefix)),
      /** @throws {WF_NOT_FOUND} for an unknown app or variant in the call's address */
      resolve: async (address: CallAddress): Promise<Parsed<CallTarget>> => {
        let refused: Parsed<CallTarget> | null = null;
        const resolved = await read(toKey(address), async () => {
          const found = await resolveCallTarget(reads, address);
          if (found.ok) return found;
          refused = found;
          return null;
        });
        // A refusal is not cached: each caller who waited for it asks again.
        return resolved ?? refused ?? (await resolveCallTarget(reads, address));
      },
    };
  };
}

function toKey({ app, variant, appIds, slug }: CallAddress): string {
  const names = slug === null ? null : [slug.application, slug.variant, slug.environment];
  return `target ${JSON.stringify([app, variant, appIds, names])}`;
}

/** Most entries of the cache. Beyond it, the cache starts over. */
const MAX_ENTRIES = 20_000;

/**
 * Creates a cache that is emptied by the commits that change what it contains, and by nothing else: a revoked key or a
 * deployment counts with the next call, on every replica.
 */
export function createCallCache(readVersion: CallVersion['read']) {
  let version: number | null = null;
  let reads = createCachedReads();
  return {
    /** Opens the cache for one call: whatever it contains then is current at this moment. */
    open: async () => {
      const current = await readVersion();
      if (current !== version) reads = createCachedReads();
      version = current;
      return reads;
    },
  };
}

function createCachedReads() {
  const known = new Map<string, Promise<unknown>>();
  return {
    /** Reads something once. @param load - reads it from the store, or answers `null` for what must be read again */
    read: async <T>(key: string, load: () => Promise<T | null>): Promise<T | null> => {
      const found = known.get(key);
      // Only this function adds entries, and a key stands for one type.
      if (found !== undefined) return (await found) as T | null;
      if (known.size >= MAX_ENTRIES) known.clear();
      const loading = load();
      known.set(key, loading);
      const forget = () => {
        if (known.get(key) === loading) known.delete(key);
      };
      loading.then((value) => (value === null ? forget() : undefined), forget);
      return await loading;
    },
  };
}

/**
 * Finds what a call runs: a deployed call what its reference names, any other call the variant's own newest code.
 *
 * @throws {WF_NOT_FOUND} for an unknown app or variant in its address
 */
export async function resolveCallTarget(db: Db, { slug, ...address }: CallAddress): Promise<Parsed<CallTarget>> {
  const app = await requireAppNamed(db, address.app, address.appIds);
  const variant = await requireVariantNamed(db, app.id, address.variant);
  if (slug !== null) return await resolveDeployedCall(db, app, slug);
  const deployment = await findNewestDeployment(db, variant.base_id);
  if (deployment === null) throw nothingDeployed(variant);
  const labels = { app: app.name, variant: variant.variant_name, revision: null, environment: null };
  return { ok: true, value: toTarget(deployment, null, labels) };
}

async function resolveDeployedCall(db: Db, app: AppRow, { application, ...named }: Slug): Promise<Parsed<CallTarget>> {
  if (application !== null && application !== app.id && application !== app.name) {
    const [own, other] = [app.name, application].map((name) => JSON.stringify(name));
    return refuse(400, `A workflow of app ${own} cannot run a configuration of ${other}.`);
  }
  try {
    const resolved = await resolveConfiguration(db, { appId: app.id, revision: null, ...named });
    const { revision, deployment, variant, environment } = resolved;
    if (deployment === null) throw nothingDeployed(variant);
    const labels = { app: app.name, variant: variant.variant_name, revision: revision.revision };
    const target = toTarget(deployment, revision.id, { ...labels, environment: environment?.name ?? null });
    if (environment === null) return { ok: true, value: target };
    const variables = { variablesId: environment.variables_id, isProtected: environment.protection !== null };
    return { ok: true, value: { ...target, deployment: { ...target.deployment, environment: variables } } };
  } catch (error) {
    // The path is right; the reference in the body is not.
    if (isWfError(error) && error.code === 'WF_NOT_FOUND') return refuse(400, error.message);
    throw error;
  }
}

/** A target is cached, and must not keep the schemas of routes. */
function toTarget(deployment: DeploymentRow, revisionId: string | null, labels: CallTarget['labels']): CallTarget {
  const routes = deployment.url === null ? null : routesOf(deployment);
  return { deployment: toHostedDeployment(deployment), routes, revisionId, labels };
}

function nothingDeployed({ variant_name }: VariantRow): UserError {
  const message = `Variant ${JSON.stringify(variant_name)} has no deployed code yet.`;
  return new UserError({ code: 'WF_NOT_FOUND', message });
}
