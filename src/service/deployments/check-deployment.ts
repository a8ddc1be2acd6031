import { appendRevision } from '../variants/queries/revisions.ts';
import type { CheckDeployment, Compatibility } from '../../contract/deployments/deployment.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { StoredConfiguration } from '../../contract/deployments/compatibility/find-breaks.ts';
import { findMovedDefaults } from '../../contract/deployments/compatibility/find-moved-defaults.ts';
import { checkCompatibility, rejectedBreaks } from '../../contract/deployments/compatibility/check-compatibility.ts';
import type { OperationContext } from '../operation/operation.ts';
import { findNewestDeployment, routesOf } from '../variants/queries/deployments.ts';
import { listRunningRevisions, listStoredVariants, type StoredVariant } from './queries/stored-configurations.ts';
import type { Db } from '../store/schema.ts';
import { parsePartsDocument, PACKAGES_PART, parseBundlePackages } from '../../contract/deployments/bundle-parts.ts';
import { hasBundleParts } from './queries/artifacts.ts';
import { readArtifact } from './stored-artifacts.ts';

export async function checkStored(db: Db, baseId: string, body: CheckDeployment): Promise<Compatibility> {
  const deployed = await findNewestDeployment(db, baseId);
  const current = deployed === null ? null : routesOf(deployed);
  const histories = await listStoredVariants(db, baseId);
  const { placed, newest: variants } = await listConfigurations(db, baseId, { histories, current, body });
  const isPlaced = ({ variant_id, revision }: StoredConfiguration) =>
    placed.some((other) => other.variant_id === variant_id && other.revision === revision);
  const compatibility = checkCompatibility({
    current,
    next: body.routes,
    histories,
    configurations: [...placed, ...variants.filter((one) => !isPlaced(one))],
    migrations: body.migrations ?? [],
  });
  // A variant that an environment runs is also called by its name, with the newest code.
  return {
    ...compatibility,
    moved: [...variants, ...placed].flatMap((one) => findMovedDefaults(one, body.routes) ?? []),
  };
}

interface Stored {
  readonly histories: readonly StoredVariant[];
  readonly current: readonly RouteSchema[] | null;
  readonly body: CheckDeployment;
}

/** What each environment runs, or will run after this deployment; and the newest revision of each variant. */
async function listConfigurations(
  db: Db,
  baseId: string,
  { histories, current, body }: Stored,
): Promise<Record<'placed' | 'newest', StoredConfiguration[]>> {
  const all = await listRunningRevisions(db, baseId);
  const replaced = all.find(({ environment }) => environment === body.environment);
  const running = all.filter((one) => one !== replaced).map((one) => ({ ...one, isDeployed: false }));
  const newest = histories.flatMap(({ revisions, ...variant }): StoredConfiguration[] => {
    const last = revisions.at(-1);
    return last === undefined
      ? []
      : [{ ...variant, ...last, routes: current ?? [], environment: null, isDeployed: false }];
  });
  const deployed = newest
    .filter(({ variant_name }) => body.environment != null && variant_name === body.variant_name)
    .map((one) => {
      const routes = replaced?.variant_id === one.variant_id ? replaced.routes : one.routes;
      return { ...one, routes, environment: body.environment ?? null, isDeployed: true };
    });
  return { placed: [...running, ...deployed], newest };
}

/**
 * @throws {WF_BREAKING_CHANGE} unless the changes were accepted; breaking what an environment would run at once is
 * never accepted
 */
export function requireCompatible(compatibility: Compatibility, { isAccepted }: { readonly isAccepted: boolean }) {
  const [first, ...others] = rejectedBreaks(compatibility, isAccepted);
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `; and ${others.length} more`;
  throw new UserError({
    code: 'WF_BREAKING_CHANGE',
    message: `The deployment breaks stored configurations: ${first.message}${more}.`,
    details: compatibility,
  });
}

export async function storeMigrated({ migrated }: Compatibility, appId: string, context: OperationContext) {
  const { db, principal, now, record } = context;
  for (const { variant_id, variant_name, from_revision, to_revision, after } of migrated.filter(
    ({ is_new }) => is_new,
  )) {
    await appendRevision(db, { variantId: variant_id, revision: to_revision, parameters: after, principal, now });
    const summary = `migrated from revision ${from_revision} as revision ${to_revision}`;
    record({ kind: 'variant', id: variant_id, name: variant_name, appId, summary });
  }
}

/**
 * Checks that this service runs the packages that a stored bundle imports: a call would be the first to notice.
 *
 * @throws {WF_INVALID_INPUT} when it does not, or the bundle's list of packages is invalid
 */
export async function requireAllowedPackages(sha256: string | null, context: OperationContext): Promise<void> {
  const { db } = context;
  const { artifacts, hosting } = context.service;
  if (sha256 === null || !(await hasBundleParts(db, sha256))) return;
  const parts = parsePartsDocument((await readArtifact(db, artifacts, sha256)) ?? new Uint8Array());
  const part = parts?.find(({ path }) => path === PACKAGES_PART);
  const bytes = part === undefined ? null : await readArtifact(db, artifacts, part.sha256);
  if (bytes !== null) hosting.requirePackages(parsePackages(bytes));
}

function parsePackages(bytes: Uint8Array) {
  try {
    return parseBundlePackages(bytes);
  } catch (cause) {
    throw new UserError({
      code: 'WF_INVALID_INPUT',
      message: "The bundle's list of packages is invalid.",
      details: [{ loc: ['body', 'artifact_sha256'], msg: String(cause).slice(0, 1000), type: 'value_error' }],
      cause,
    });
  }
}
