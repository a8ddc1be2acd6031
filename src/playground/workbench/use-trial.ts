import { useMemo } from 'react';
import { DEV_WORKFLOW_PATH } from '../../contract/develop/dev-events.ts';
import { splitRoutes } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { type Field, toFields } from '../fields/field.ts';
import { useWorkspace, type Workspace } from '../workspace/workspace.ts';
import { type Column, createColumn } from '../drafts/draft.ts';
import { draftKey } from '../drafts/open-in-draft.ts';
import { addRun, historyKey } from '../drafts/run-history.ts';
import { violationsOf } from './outcome/outcome.ts';
import { checkConfig, type FieldErrors, readInputs, toConfig } from './read-values.ts';
import { type DraftState, useDraft } from './use-draft.ts';
import { toNewAnswers } from './to-new-answers.ts';
import { toDraftInputs } from './row-inputs.ts';
import { useRerun } from './use-rerun.ts';
import { type Run, type Runs, useRuns } from './use-runs.ts';

/** The state of a route's page: its draft, validation errors, and the outcome of the last run. */
export interface Trial extends DraftState, Pick<Runs, 'outcomes' | 'isRunning' | 'cancel'> {
  readonly path: string;
  /** Fields of the configuration. */
  readonly fields: readonly Field[];
  /** Fields of the inputs; `null` when the route accepts anything. */
  readonly inputFields: readonly Field[] | null;
  /** The inputs to send. */
  readonly inputs: Parameters;
  readonly inputErrors: FieldErrors;
  readonly canRun: boolean;
  readonly run: () => void;
  /** The calls of all columns, for any inputs; `null` while a configuration is invalid. */
  readonly runs: () => readonly Run[] | null;
  /** Where the answers of earlier runs are. */
  readonly historyKey: string;
  /** The whole configuration of a column. */
  readonly configOf: (column: Column) => Parameters;
  /** Puts a row of a test set into the inputs. */
  readonly loadRow: (row: TestsetRow) => void;
  /** The URL of a column's calls. */
  readonly addressOf: (column: Column) => string;
  /** Adds a copy of the last column. */
  readonly addColumn: () => void;
  readonly removeColumn: (id: string) => void;
}

/** More columns would be too narrow to read. */
export const MAX_COLUMNS = 6;

/** Holds the state of a route's page. Another route needs another component: `key={...}`. */
export function useTrial(route: RouteSchema): Trial {
  const { path } = route;
  const workspace = useWorkspace();
  const typed = useDraft(draftKey(workspace, path));
  const { draft, change } = typed;
  const { outcomes, isRunning, start, cancel } = useRuns();
  const fields = useMemo(() => toConfigFields(workspace.routes, route), [workspace.routes, route]);
  const inputFields = useMemo(() => toFields(route.input), [route]);
  const { inputs, errors } = readInputs(inputFields, draft.inputs, draft.openInputs);
  const refused = draft.columns.map(({ id }) => violationsOf(outcomes.get(id), 'inputs', inputs));
  const areReady = draft.columns.every((column) => isReady(fields, column));
  const canRun = Object.keys(errors).length === 0 && areReady;
  const configOf = (column: Column) => toConfig(fields, column.values);
  const addressOf = (column: Column) => findAddress(workspace, column);
  const key = historyKey(draftKey(workspace, path));
  const run = () => {
    const { columns } = draft;
    start(path, inputs, columns.map(toRun), (ended) => {
      const answers = toNewAnswers(inputs, columns, ended);
      if (answers.length > 0) addRun(localStorage, key, new Date().toISOString(), answers);
    });
  };
  const toRun = (column: Column) => ({ columnId: column.id, base: addressOf(column), config: configOf(column) });
  useRerun(workspace.dev, draft.isRerun && canRun && outcomes.size > 0 ? run : null);
  return {
    ...typed,
    path,
    fields,
    inputFields,
    inputs,
    outcomes,
    isRunning,
    cancel,
    canRun,
    run,
    historyKey: key,
    runs: () => (areReady ? draft.columns.map(toRun) : null),
    configOf,
    loadRow: (row) => change(toDraftInputs(inputFields, row)),
    addressOf,
    inputErrors: Object.assign({}, ...refused, errors),
    addColumn: () => {
      const last = draft.columns.at(-1);
      change({ columns: [...draft.columns, createColumn(last?.origin ?? null, last?.values)] });
    },
    removeColumn: (id) => change({ columns: draft.columns.filter((column) => column.id !== id) }),
  };
}

function toConfigFields(routes: readonly RouteSchema[], { config }: RouteSchema): readonly Field[] {
  const fields = toFields(config) ?? [];
  return fields.map((field) => (splitRoutes(routes, field.name).length > 0 ? { ...field, isOwn: true } : field));
}

function isReady(fields: readonly Field[], column: Column): boolean {
  return column.json === null && Object.keys(checkConfig(fields, column.values)).length === 0;
}

/** The routes of `wf dev`, else those of the variant's own code. */
function findAddress(workspace: Workspace, { origin }: Column): string {
  if (workspace.dev !== null) return DEV_WORKFLOW_PATH;
  return `/services/${workspace.app?.app_id}/${origin?.variantId ?? workspace.variant?.variant_id}`;
}
