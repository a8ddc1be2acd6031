import type { Variable } from '../../contract/environments/variable.ts';
import { variableColumns } from './variable-columns.ts';
import type { Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** The environment variables of an app's workflow; values are never shown. */
export function variablesPage(variables: readonly Variable[]): Page {
  return [toTable({ columns: variableColumns(), rows: variables, empty: 'No variables: wf env vars set NAME=VALUE' })];
}
