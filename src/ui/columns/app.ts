import type { App } from '../../contract/records/app.ts';
import type { Column } from '../table-model.ts';

export const appColumns: readonly Column<App>[] = [
  { header: 'name', value: (app) => app.app_name },
  { header: 'type', value: (app) => app.app_type, dropOrder: 1 },
  { header: 'id', kind: 'id', value: (app) => app.app_id },
  { header: 'updated', kind: 'time', value: (app) => app.updated_at, dropOrder: 2 },
];
