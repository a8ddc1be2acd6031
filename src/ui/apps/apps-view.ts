import type { App } from '../../contract/apps/app.ts';
import { describeEmpty, type Filtered } from '../labels/label-columns.ts';
import type { View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';

export function appsView(apps: readonly App[], filtered: Filtered = {}): View {
  const empty = describeEmpty(
    'app',
    `No apps yet. Create one: ${filtered.deploy ?? 'wf deploy'} (or wf apps create NAME)`,
    filtered,
  );
  return [toTable({ columns: appColumns, rows: apps, empty })];
}

const appColumns: readonly Column<App>[] = [
  { header: 'name', value: (app) => app.app_name },
  { header: 'type', value: (app) => app.app_type, dropOrder: 1 },
  { header: 'id', kind: 'id', value: (app) => app.app_id },
  { header: 'updated', kind: 'time', value: (app) => app.updated_at, dropOrder: 2 },
];
