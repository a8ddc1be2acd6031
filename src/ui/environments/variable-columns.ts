import type { Variable } from '../../contract/environments/variable.ts';
import type { Column } from '../layout/table-model.ts';

/** Creates the columns of a list of environment variables. */
export function variableColumns(): Column<Variable>[] {
  return [
    { header: 'name', value: ({ name }) => name },
    { header: 'set', kind: 'time', value: ({ updated_at }) => updated_at },
    { header: 'by', value: ({ modified_by }) => modified_by, dropOrder: 1 },
  ];
}
