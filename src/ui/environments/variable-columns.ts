import type { EnvironmentVariable, Variable } from '../../contract/environments/variable.ts';
import type { Column } from '../layout/table-model.ts';

type ListedVariable = Variable & Partial<Pick<EnvironmentVariable, 'from'>>;

/** Creates the columns of a list of environment variables: of an environment, also where each comes from. */
export function variableColumns(ofEnvironment = false): Column<ListedVariable>[] {
  return [
    { header: 'name', value: ({ name }) => name },
    ...(ofEnvironment ? [{ header: 'from', value: ({ from }: ListedVariable) => from }] : []),
    { header: 'set', kind: 'time', value: ({ updated_at }) => updated_at },
    { header: 'by', value: ({ modified_by }) => modified_by, dropOrder: 1 },
  ];
}
