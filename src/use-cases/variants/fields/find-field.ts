import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { listFields, type RouteField, splitRoutes } from '../../../contract/deployments/route-fields.ts';
import { type FieldAddress, toAddress } from '../../../contract/variants/route-parameters.ts';
import { closestNames } from '../../../foundation/closest-names.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';

/** A field to set, with its schema if a route declares it. */
export type FoundField = FieldAddress & Partial<Pick<RouteField, 'schema'>>;

/**
 * Finds the field that a user names: `words`, or `/summary:prompt` where routes declare it differently. A field that no
 * route declares is returned as it is, unless it looks misspelt: the service checks it.
 *
 * @param flag - the option that named it, for messages
 * @param routes - the deployed routes; empty if the service does not store them
 * @throws {WF_INVALID_INPUT} for a name that fits no field, several, or one that has to be named for each route
 * @throws {WF_UNSUPPORTED} for the field of one route where the routes are not known
 */
export function findField(flag: string, name: string, routes: readonly RouteSchema[]): FoundField {
  const fields = listFields(routes);
  const [found, other] = fields.filter(({ address }) => address === name);
  if (other !== undefined)
    throw invalid(`${flag} ${name} may be a field of ${found?.route} or of ${other.route}. Use --params.`);
  if (found !== undefined) return found;
  const owners = splitRoutes(routes, name);
  if (owners.length > 0) throw severalFields(flag, name, owners);
  if (name.startsWith('/')) return findOfRoute(flag, name, routes, fields);
  refuseSlip(flag, name, fields);
  return { route: null, field: name };
}

function severalFields(flag: string, name: string, owners: readonly string[]): UserError {
  const addresses = owners.map((route) => toAddress({ route, field: name }));
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${owners.join(' and ')} declare ${JSON.stringify(name)} differently. Name the route: ${addresses.join(' or ')}.`,
    nextSteps: addresses.map((address) => `${flag} ${address}=VALUE`),
    details: { field: name, routes: owners, addresses },
  });
}

/** A name that begins with a slash names a route, and a field after a colon. Paths may contain colons, too. */
function findOfRoute(
  flag: string,
  name: string,
  routes: readonly RouteSchema[],
  fields: readonly RouteField[],
): FoundField {
  if (routes.length === 0) throw unknownRoutes(flag, name);
  const owners = routes.filter(({ path }) => name.startsWith(`${path}:`));
  for (const { path } of owners) {
    const field = name.slice(path.length + 1);
    const shared = fields.find((one) => one.field === field && one.routes.includes(path));
    if (shared === undefined) continue;
    // The field of one route needs no path, and may have it.
    if (shared.routes.length === 1) return shared;
    throw invalid(
      `${shared.routes.join(' and ')} declare ${JSON.stringify(field)} alike, so it is one field. Write ${flag} ${field}=VALUE.`,
    );
  }
  const [owner] = owners;
  if (owner !== undefined) throw unknownField(flag, name, owner.path, fields);
  throw unknownRoute(flag, name, routes, fields);
}

function unknownRoutes(flag: string, name: string): UserError {
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks schemas of this variant's routes, so it cannot check ${flag} ${name}.`,
    nextSteps: ['--params FILE stores a JSON object as it is: {"/ROUTE": {"FIELD": VALUE}}'],
  });
}

function unknownField(flag: string, name: string, path: string, fields: readonly RouteField[]): UserError {
  const field = name.slice(path.length + 1);
  const own = fields.filter(({ routes }) => routes.includes(path));
  const near = closestNames(
    field,
    own.map((one) => one.field),
  );
  const meant = own.filter((one) => near.includes(one.field)).map(({ address }) => address);
  const available = own.map(({ address }) => address).join(', ') || 'none';
  return invalid(
    `${flag} ${name}: route ${path} has no field ${JSON.stringify(field)}. ${didYouMean(meant) ?? `Its fields: ${available}.`}`,
  );
}

function unknownRoute(
  flag: string,
  name: string,
  routes: readonly RouteSchema[],
  fields: readonly RouteField[],
): UserError {
  const colon = name.lastIndexOf(':');
  const path = colon === -1 ? name : name.slice(0, colon);
  const paths = routes.map((route) => route.path);
  if (paths.includes(path)) return invalid(`${flag} ${name} names a route. Name its field, too: ${path}:FIELD=VALUE.`);
  const near = closestNames(
    name,
    fields.map(({ address }) => address),
  );
  const nearPaths = closestNames(path, paths);
  const hint = didYouMean(near) ?? didYouMean(nearPaths) ?? `Routes: ${paths.join(', ')}.`;
  return invalid(`${flag} ${name}: no route has the path ${JSON.stringify(path)}. ${hint}`);
}

function didYouMean(near: readonly string[]): string | null {
  return near.length === 0 ? null : `Did you mean ${near.join(' or ')}?`;
}

/** The service checks the names; here we only catch likely misspellings. */
function refuseSlip(flag: string, name: string, fields: readonly RouteField[]): void {
  const meant = closestNames(name, [...new Set(fields.map(({ field }) => field))]);
  const near = fields.filter(({ field }) => meant.includes(field)).map(({ address }) => address);
  if (near.length === 0) return;
  throw invalid(`${flag} has no field ${JSON.stringify(name)} to give a value. ${didYouMean(near)}`);
}

function invalid(message: string): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message });
}
