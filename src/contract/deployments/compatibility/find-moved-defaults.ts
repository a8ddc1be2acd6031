import { isDeepStrictEqual } from 'node:util';
import { toAddress, valueAt } from '../../variants/route-parameters.ts';
import type { MovedDefaults } from '../deployment.ts';
import { listFields, resolveConfig } from '../route-fields.ts';
import type { RouteSchema } from '../route-schema.ts';
import type { StoredConfiguration } from './find-breaks.ts';

/**
 * Finds the fields that nobody set in a configuration, and whose default differs in the new code.
 *
 * @returns `null` if there are none
 */
export function findMovedDefaults(
  { environment, isDeployed, variant_id, variant_name, revision, parameters, routes }: StoredConfiguration,
  next: readonly RouteSchema[],
): MovedDefaults | null {
  const fields = listFields(next).flatMap(({ route, field, routes: readers }) => {
    const address = { route, field };
    const [path = ''] = readers;
    const [before, after] = [routes, next].map((code) => code.find((one) => one.path === path));
    if (before === undefined || after === undefined) return [];
    const [old, now] = [resolveConfig(before, parameters), resolveConfig(after, parameters)];
    if (!Object.hasOwn(old, field) || isDeepStrictEqual(old[field], now[field])) return [];
    return valueAt(parameters, address) === undefined
      ? // Code can declare a field without a default.
        [{ field: toAddress(address), before: old[field], after: now[field] ?? null }]
      : [];
  });
  if (fields.length === 0) return null;
  return { environment, variant_id, variant_name, revision, moves: environment === null || isDeployed, fields };
}
