import type { EnvironmentVariable, Variable } from '../../contract/environments/variable.ts';
import type { Page } from '../layout/page.ts';
import { type Column, toTable } from '../layout/table-model.ts';

/** Shows the environment variables of an app's workflow without their values. */
export function variablesPage(variables: readonly (Variable | EnvironmentVariable)[]): Page {
  return [
    toTable({
      columns: variableColumns(variables.some((variable) => 'from' in variable)),
      rows: variables,
      empty: 'No variables yet. Set one: wf env vars set NAME=VALUE',
    }),
  ];
}

type ListedVariable = Variable & Partial<Pick<EnvironmentVariable, 'from'>>;

/** Creates the columns of a list of environment variables: of an environment, also where each comes from. */
function variableColumns(ofEnvironment = false): Column<ListedVariable>[] {
  return [
    { header: 'name', value: ({ name }) => name },
    ...(ofEnvironment ? [{ header: 'from', value: ({ from }: ListedVariable) => from }] : []),
    { header: 'set', kind: 'time', value: ({ updated_at }) => updated_at },
    { header: 'by', value: ({ modified_by }) => modified_by, dropOrder: 1 },
  ];
}
