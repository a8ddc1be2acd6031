import type { EnvironmentVariable, Variable } from '../../contract/environments/variable.ts';
import { variableColumns } from './variable-columns.ts';
import type { Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

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
