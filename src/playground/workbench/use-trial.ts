import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { DEV_WORKFLOW_PATH, type DevEvent } from '../../contract/develop/dev-events.ts';
import { splitRoutes } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { type Field, toFields } from '../fields/field.ts';
import { useWorkspace, type Workspace } from '../workspace/workspace.ts';
import {
  type Column,
  createColumn,
  createDraft,
  type Draft,
  draftKey,
  readDraft,
  storeDraft,
} from '../drafts/draft.ts';
import { addRun, historyKey, type NewAnswer } from '../drafts/run-history.ts';
import { answerText, type Outcome, violationsOf } from './outcome/outcome.ts';
import { checkConfig, type FieldErrors, readInputs, toConfig } from './read-values.ts';
import { toDraftInputs } from '../drafts/draft-inputs.ts';
import { type Run, useRuns } from './run-route.ts';
import { readFigures } from '../traces/call-figures.ts';

/** More columns would be too narrow to read. */
export const MAX_COLUMNS = 6;

/** The state of a route's page: its draft, validation errors, and the outcome of the last run. */
export type Trial = ReturnType<typeof useTrial>;

/** Holds the state of a route's page. Another route needs another component: `key={...}`. */
export function useTrial(route: RouteSchema) {
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
  const inputErrors: FieldErrors = Object.assign({}, ...refused, errors);
  const toRun = (column: Column) => ({ columnId: column.id, base: addressOf(column), config: configOf(column) });
  useRerun(workspace.dev, draft.isRerun && canRun && outcomes.size > 0 ? run : null);
  return {
    ...typed,
    path,
    fields,
    /** `null` when the route accepts anything. */
    inputFields,
    inputs,
    inputErrors,
    outcomes,
    isRunning,
    cancel,
    canRun,
    run,
    historyKey: key,
    /** The calls of all columns, for any inputs; `null` while a configuration is invalid. */
    runs: () => (areReady ? draft.columns.map(toRun) : null),
    configOf,
    loadRow: (row: TestsetRow) => change(toDraftInputs(inputFields, row)),
    addressOf,
    /** Adds a copy of the last column. */
    addColumn: () => {
      const last = draft.columns.at(-1);
      change({ columns: [...draft.columns, createColumn(last?.origin ?? null, last?.values)] });
    },
    removeColumn: (id: string) => change({ columns: draft.columns.filter((column) => column.id !== id) }),
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

/** Converts the outcomes of a run for its history. Cancelled ones are left out. */
export function toNewAnswers(
  inputs: Parameters,
  columns: readonly Column[],
  ended: readonly { readonly run: Pick<Run, 'columnId' | 'config'>; readonly outcome: Outcome }[],
): readonly NewAnswer[] {
  return ended.flatMap(({ run: { columnId, config }, outcome }): NewAnswer[] => {
    const origin = columns.find(({ id }) => id === columnId)?.origin ?? null;
    const shared = { inputs, origin, config };
    if (outcome.state === 'failed') {
      return [{ ...shared, isFailed: true, text: outcome.message, seconds: null, cost: null }];
    }
    if (outcome.state !== 'done') return [];
    const { cost, seconds } = readFigures(outcome.answer);
    const text = answerText(outcome) ?? '';
    return [{ ...shared, isFailed: false, text, seconds: seconds ?? outcome.seconds, cost }];
  });
}

/** Stores the draft of a route for this tab. Another storage key needs another component: `key={...}`. */
function useDraft(key: string) {
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, key) ?? createDraft());
  useEffect(() => storeDraft(sessionStorage, key, draft), [key, draft]);
  const change = useCallback((part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })), []);
  const changeColumn = useCallback(
    (id: string, part: Partial<Column>) =>
      setDraft((before) => ({
        ...before,
        columns: before.columns.map((column) => (column.id === id ? { ...column, ...part } : column)),
      })),
    [],
  );
  return { draft, change, changeColumn };
}

/**
 * Runs again after each save that builds.
 *
 * @param run - `null` when it is off, or nothing has run yet
 */
function useRerun(dev: DevEvent | null, run: (() => void) | null): void {
  const runAgain = useEffectEvent(() => run?.());
  const seen = useRef(dev);
  useEffect(() => {
    if (seen.current === dev) return;
    const isFirst = seen.current === null;
    seen.current = dev;
    if (!isFirst && dev?.type === 'reload-end') runAgain();
  }, [dev]);
}
