import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { configFieldColumns, configFields, routeColumns } from './route-columns.ts';
import type { Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** Shows the routes of a workflow and the fields of their configurations. */
export function routesPage(routes: readonly RouteSchema[]): Page {
  const fields = configFields(routes);
  const empty = 'No routes. Export one from the entry: export const answer = route("/answer", { ... })';
  const table = toTable({ columns: routeColumns, rows: routes, empty });
  return fields.length === 0 ? [table] : [table, toTable({ columns: configFieldColumns, rows: fields })];
}
