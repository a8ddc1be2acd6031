import type { RouteSchema } from '../../contract/records/route-schema.ts';
import { configFieldColumns, configFields, routeColumns } from '../columns/route.ts';
import type { Page } from '../page.ts';
import { toTable } from '../table-model.ts';

/** The routes of a workflow, and every field of their configurations. */
export function routesPage(routes: readonly RouteSchema[]): Page {
  const fields = configFields(routes);
  const empty = 'No routes. Export one from the entry: export const answer = route("/answer", { ... })';
  const table = toTable({ columns: routeColumns, rows: routes, empty });
  return fields.length === 0 ? [table] : [table, toTable({ columns: configFieldColumns, rows: fields, empty: '' })];
}
