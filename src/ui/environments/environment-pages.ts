import type { EnvironmentOutput, EnvironmentRevisions } from '../../contract/environments/environment.ts';
import {
  environmentColumns,
  environmentRevisionColumns,
  environmentTimelineColumns,
  type RevisionNames,
  type RunRevision,
  runsOf,
} from './environment-columns.ts';
import { drawn, toRecord, written, type Field, type Page, type RecordBlock } from '../layout/page.ts';
import { nullIfNone } from '../layout/text/null-if-none.ts';
import { toTable } from '../layout/table-model.ts';
import { shellWord } from '../../foundation/shell-word.ts';

/** Shows the environments of an app and what each runs. */
export function environmentsPage(environments: readonly EnvironmentOutput[], names: RevisionNames): Page {
  return [toTable({ columns: environmentColumns(names), rows: environments, empty: 'No environments.' })];
}

/** Shows one environment. */
export function environmentPage(environment: EnvironmentOutput, names: RevisionNames): Page {
  return [environmentRecord(environment, names)];
}

/**
 * Shows an environment and its history: oldest first for programs, newest first on a terminal.
 *
 * @param shown - the newest revisions, of those that tell what each changed
 */
export function environmentRevisionsPage(
  environment: EnvironmentRevisions,
  runs: ReadonlyMap<string, RunRevision>,
  shown = environment.revisions,
): Page {
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
