import { useEffect, useEffectEvent, useMemo } from 'react';
import { caseInputs, expectedColumns } from '../../../contract/evaluations/case-inputs.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { Notice } from '../../elements/notices.tsx';
import { useRequest } from '../../service/queries.ts';
import { useWholeList } from '../../service/use-record-list.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { useRunKey } from '../use-run-key.ts';
import type { ChangeQuery, Query } from '../use-query.ts';
import type { Trial } from '../use-trial.ts';
import { type RowWork, useRowRunner } from './create-row-runner.ts';
import { findGridRows, textsOfRow, toShownRows } from './grid-rows.ts';
import { defaultRows, parseRows } from '../../../contract/testsets/parse-rows.ts';
import { RowDetails } from './row-details.tsx';
import { RowsBar } from './rows-bar.tsx';
import { RowsGrid } from './rows-grid.tsx';
import { FoldedCommands, TerminalCommand } from '../../elements/terminal-command.tsx';
import { evaluatorsWord, testsetWord } from '../../text/to-command.ts';
import { useRunCommand } from '../run-command-view.tsx';

const PAGE_SIZE = 1000;

export interface RowsViewProps {
  readonly route: RouteSchema;
  readonly trial: Trial;
  readonly query: Query;
  readonly change: ChangeQuery;
}

/** The rows of a test set, with the answer of each configuration next to the expected one. */
export function RowsView({ route, trial, query, change }: RowsViewProps) {
  const { testset: testsetId = '', evaluators: chosen = '', rows: typed, row: opened = '' } = query;
  const { appName, base } = useWorkspace();
  const list = useWholeList('GET /testsets/{testset_id}/rows', { testset_id: testsetId }, { limit: PAGE_SIZE });
  const { records: rows, error } = list;
  const { configs, liveKeys } = useEvaluators();
  const evaluators = useMemo(
    () => configs.filter(({ id, evaluator_key: key }) => liveKeys.has(key) && chosen.split(' ').includes(id)),
    [configs, liveKeys, chosen],
  );
  const runner = useRowRunner([appName, base, route.path, testsetId].join(' '));
  const expected = useMemo(
    () => expectedColumns(evaluators.map(({ settings_values }) => settings_values)),
    [evaluators],
  );
  const toInputs = useMemo(() => caseInputs(route, expected), [route, expected]);
  const work = { path: route.path, rows, toInputs, evaluators };
  const runs = trial.runs();
  const choice = typed ?? defaultRows(rows.length);
  const selected = parseRows(choice, rows.length);
  const run = () => {
    if (runs !== null && selected !== null) runner.start(work, selected, runs);
  };
  useRunKey(run);
  const ids = trial.draft.columns.map(({ id }) => id);
  useMissingScores(evaluators, () => runner.scoreMissing(work, ids));
  const shown = toShownRows(query['show']);
  const indexes = findGridRows(runner.store, ids, rows.length, shown);
  const openRow = Number(opened) - 1;
  return (
    <section aria-label="Rows" className="rows-section row-trial">
      <RowsBar
        query={query}
        change={change}
        configs={configs}
        liveKeys={liveKeys}
        count={rows.length}
        choice={choice}
        isValid={selected !== null}
        isRunning={runner.isRunning()}
        onRun={runs === null || selected === null || rows.length === 0 ? null : run}
        onCancel={runner.cancel}
      />
      {error === null ? null : <Notice error={error} />}
      {selected === null ? null : (
        <FoldedCommands>
          <RowsCommand trial={trial} testsetId={testsetId} choice={choice} evaluators={evaluators} />
        </FoldedCommands>
      )}
      <RowsGrid
        indexes={indexes}
        count={rows.length}
        isComplete={list.isComplete}
        textsOf={(row) => textsOfRow(rows[row] ?? {}, toInputs(rows[row] ?? {}), expected)}
        store={runner.store}
        columns={trial.draft.columns}
        configOf={trial.configOf}
        evaluators={evaluators}
        shown={shown}
        opened={openRow}
        onOpen={(row) => change.replace({ row: row === openRow ? '' : String(row + 1) })}
      />
      {rows[openRow] === undefined ? null : (
        <RowDetails
          key={openRow}
          index={openRow}
          inputs={toInputs(rows[openRow])}
          texts={textsOfRow(rows[openRow], toInputs(rows[openRow]), expected)}
          trial={trial}
          store={runner.store}
          evaluators={evaluators}
          onEdit={() => {
            trial.loadRow(rows[openRow] ?? {});
            change.open({ testset: '', row: '', rows: '', show: '', evaluators: '' });
          }}
          onClose={() => change.replace({ row: '' })}
        />
      )}
    </section>
  );
}

/** Those with a live key score a single answer: an evaluator of the author's own runs only within an evaluation. */
function useEvaluators() {
  const { app } = useWorkspace();
  const { value: configs } = useRequest('GET /evaluators/configs', app === null ? null : { app_id: app.app_id });
  const { value: live } = useRequest('GET /evaluators', app === null ? null : {});
  return useMemo(
    () => ({ configs: (live === null ? null : configs) ?? [], liveKeys: new Set(live?.map(({ key }) => key)) }),
    [configs, live],
  );
}

/** Scores answers that are there when another evaluator is chosen. */
function useMissingScores(evaluators: RowWork['evaluators'], score: () => void): void {
  const scoreNow = useEffectEvent(score);
  useEffect(() => {
    if (evaluators.length > 0) scoreNow();
  }, [evaluators]);
}

interface RowsCommandProps {
  readonly trial: Trial;
  readonly testsetId: string;
  readonly choice: string;
  readonly evaluators: readonly EvaluatorConfig[];
}

function RowsCommand({ trial, testsetId, choice, evaluators }: RowsCommandProps) {
  const toRunCommand = useRunCommand(trial);
  const { value } = useRequest('GET /testsets', { id_prefix: testsetId, limit: 1 });
  if (value === null) return null;
  const rows = {
    testset: testsetWord({ id: testsetId, name: value[0]?.name ?? testsetId }),
    choice,
    evaluators: evaluatorsWord(evaluators.map(({ name }) => name)),
  };
  return <TerminalCommand isTitled command={toRunCommand(trial.draft.columns, rows)} />;
}
