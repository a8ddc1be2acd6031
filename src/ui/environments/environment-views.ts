import type {
  EnvironmentOutput,
  EnvironmentRevisions,
  EnvironmentVariable,
  Variable,
} from '../../contract/environments/environment.ts';
import {
  environmentColumns,
  environmentRevisionColumns,
  environmentTimelineColumns,
  type RevisionNames,
  type RunRevision,
  runsOf,
} from './environment-columns.ts';
import { drawn, type Field, type View, type RecordBlock, toRecord, written } from '../layout/view.ts';
import { nullIfNone } from '../layout/text/format-value.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { shellWord } from '../../foundation/shell-word.ts';

export function environmentsView(environments: readonly EnvironmentOutput[], names: RevisionNames): View {
  return [toTable({ columns: environmentColumns(names), rows: environments, empty: 'No environments.' })];
}

export function environmentView(environment: EnvironmentOutput, names: RevisionNames): View {
  return [environmentRecord(environment, names)];
}

/**
 * Shows an environment and its history: oldest first for programs, newest first on a terminal.
 *
 * @param shown - the newest revisions, of those that tell what each changed
 */
export function environmentRevisionsView(
  environment: EnvironmentRevisions,
  runs: ReadonlyMap<string, RunRevision>,
  shown = environment.revisions,
): View {
  const { name, revisions } = environment;
  const names = new Map([...runs].map(([id, run]) => [id, run.name]));
  const empty = `Nothing runs here yet: wf env deploy ${shellWord(name)} --variant VARIANT`;
  return [
    environmentRecord(environment, names),
    ...written(toTable({ columns: environmentRevisionColumns(runs, revisions), rows: shown, empty })),
    ...drawn(toTable({ columns: environmentTimelineColumns(runs, revisions), rows: shown.toReversed(), empty })),
  ];
}

function protectionFields({ protection }: EnvironmentOutput): Field[] {
  if (protection == null) return [];
  const { gate, changed_by, changed_at } = protection;
  return [
    { label: 'protected by', value: `gate ${gate.name}` },
    { label: 'since', kind: 'time', value: changed_at },
    { label: 'set by', value: changed_by },
  ];
}

function environmentRecord(environment: EnvironmentOutput, names: RevisionNames): RecordBlock {
  return toRecord([
    { label: 'name', value: environment.name },
    { label: 'runs', value: runsOf(environment, names) },
    { label: 'revision', kind: 'integer', value: environment.revision },
    ...protectionFields(environment),
    { label: 'variant id', kind: 'id', value: nullIfNone(environment.deployed_app_variant_id) },
    { label: 'variant revision', kind: 'id', value: nullIfNone(environment.deployed_app_variant_revision_id) },
  ]);
}

export function variablesView(variables: readonly (Variable | EnvironmentVariable)[]): View {
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
