import type { Variable } from '../../contract/records/variable.ts';
import { variableColumns } from '../columns/variable.ts';
import type { Page } from '../page.ts';
import { toTable } from '../table-model.ts';

/** The environment variables of an app's workflow; values are never shown. */
export function variablesPage(variables: readonly Variable[]): Page {
  return [toTable({ columns: variableColumns(), rows: variables, empty: 'No variables: wf env vars set NAME=VALUE' })];
}
