import type { App } from '../../contract/apps/app.ts';
import type { Column } from '../layout/table-model.ts';

export const appColumns: readonly Column<App>[] = [
  { header: 'name', value: (app) => app.app_name },
  { header: 'type', value: (app) => app.app_type, dropOrder: 1 },
  { header: 'id', kind: 'id', value: (app) => app.app_id },
  { header: 'updated', kind: 'time', value: (app) => app.updated_at, dropOrder: 2 },
];
