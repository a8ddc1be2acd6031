import type { App } from '../../contract/apps/app.ts';
import { describeEmpty, type Narrowed } from '../labels/describe-empty.ts';
import { appColumns } from './app-columns.ts';
import type { Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** Shows the list of apps. */
export function appsPage(apps: readonly App[], narrowed: Narrowed = {}): Page {
  const empty = describeEmpty('app', 'No apps yet. Create one: wf deploy (or wf apps create NAME)', narrowed);
  return [toTable({ columns: appColumns, rows: apps, empty })];
}
