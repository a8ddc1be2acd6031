import { splitRoutes } from '../route-fields.ts';
import type { RouteSchema } from '../route-schema.ts';
import { schemasOf, fieldNamesOf } from './field-schemas.ts';

/** A field that new code shares between routes otherwise than the old code did. */
export interface SharingChange {
  readonly field: string;
  /** `split`: one field became one for each route. `joined`: the opposite. */
  readonly kind: 'split' | 'joined';
  /** Routes of the new code that declare the field. */
  readonly routes: readonly string[];
}

/** Lists the fields that become one for each route, or one for all of them. @source design §3 (fields belong to routes) */
export function compareSharing(before: readonly RouteSchema[], after: readonly RouteSchema[]): SharingChange[] {
  return fieldNamesOf(after).flatMap((field): SharingChange[] => {
    if (schemasOf(before, field).length === 0) return [];
    const [wasSplit, isSplit] = [before, after].map((routes) => splitRoutes(routes, field).length > 0);
    if (wasSplit === isSplit) return [];
    const routes = after.filter((route) => schemasOf([route], field).length > 0).map(({ path }) => path);
    return [{ field, kind: isSplit === true ? 'split' : 'joined', routes }];
  });
}
