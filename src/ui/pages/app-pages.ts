import type { App } from '../../contract/records/app.ts';
import { appColumns } from '../columns/app.ts';
import type { Page } from '../page.ts';
import { toTable } from '../table-model.ts';

/** The list of apps. */
export function appsPage(apps: readonly App[]): Page {
  return [
    toTable({ columns: appColumns, rows: apps, empty: 'No apps yet. Make one: wf deploy (or wf apps create NAME)' }),
  ];
}
