import type { Evaluation, EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import { goTo } from '../../address/address.ts';
import { FoldedCommand, TerminalCommand } from '../../elements/terminal-command.tsx';
import { toCommand } from '../../text/to-command.ts';
import { ChoiceFinder } from '../../elements/choice-finder.tsx';
import { Notice } from '../../elements/empty-state.tsx';
import { type Choices, useRequest } from '../../service/queries.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { ComparisonTables } from '../report/comparison-tables.tsx';
import { useEvaluationChoices } from '../use-evaluation-choices.ts';
import { variantOf } from '../result-text.ts';

interface CompareViewProps {
  /** Id of the candidate. */
  readonly id: string;
  readonly baseline: string;
  /** Column whose values are compared by themselves; empty: none. */
  readonly column: string;
}

/** Points of a picture: more would hide one another. */
const MAX_POINTS = 2000;

/** An evaluation compared with another: choices, pictures and tables. */
export function CompareView({ id, baseline, column }: CompareViewProps) {
  const { appName, app, appFlag } = useWorkspace();
  const evaluations = useEvaluationChoices(app?.app_id ?? null);
  const { value, error } = useRequest('GET /evaluations/{evaluation_id}/comparison', {
    evaluation_id: id,
    baseline_id: baseline,
    points: MAX_POINTS,
    ...(column === '' ? {} : { group_by: column }),
  });
  const change = (next: Partial<CompareViewProps>) => {
    const { id: candidate, baseline: before, column: by } = { id, baseline, column, ...next };
    goTo({
      page: 'evaluations',
      app: appName,
      id: candidate,
      query: { baseline: before, ...(by === '' ? {} : { by }) },
    });
  };
  const openRow = (row: number) => goTo({ page: 'evaluations', app: appName, id, query: { row: String(row) } });
  return (
    <>
      <Choices evaluations={evaluations} chosen={{ id, baseline, column }} onChange={change} />
      <FoldedCommand>
        <TerminalCommand
          isTitled
          command={toCommand(['wf', 'eval', 'compare'], { '--app': appFlag, '--group-by': column }, [baseline, id])}
        />
        <p className="faint">The same with its pictures, in one file:</p>
        <TerminalCommand
          isTitled
          command={toCommand(
            ['wf', 'eval', 'export'],
            {
              '--app': appFlag,
              '--format': 'html',
              '--baseline': baseline,
              '--group-by': column,
              '--output': 'report.html',
            },
            [id],
          )}
        />
      </FoldedCommand>
      {value === null ? <Notice error={error}>Comparing…</Notice> : null}
      {value === null ? null : <ComparisonTables comparison={value} onOpen={openRow} />}
    </>
  );
}

interface ChoicesProps {
  readonly evaluations: Choices<Evaluation>;
  readonly chosen: CompareViewProps;
  readonly onChange: (next: Partial<CompareViewProps>) => void;
}

function Choices({ evaluations, chosen, onChange }: ChoicesProps) {
  const { id, baseline, column } = chosen;
  const finished = evaluations.records ?? [];
  const { value: rows } = useRequest('GET /evaluations/{evaluation_id}/evaluation_scenarios', {
    evaluation_id: id,
    limit: 1,
  });
  return (
    <div className="load">
      <label>
        <span>Before</span>
        <EvaluationSelect
          evaluations={finished.filter((each) => each.id !== id)}
          value={baseline}
          onChange={(next) => onChange({ baseline: next })}
        />
      </label>
      <label>
        <span>After</span>
        <EvaluationSelect
          evaluations={finished.filter((each) => each.id !== baseline)}
          value={id}
          onChange={(next) => onChange({ id: next })}
        />
      </label>
      <ChoiceFinder finder={evaluations.finder} what="evaluation" />
      <label>
        <span>Slices by column</span>
        <select value={column} onChange={({ target }) => onChange({ column: target.value })}>
          <option value="">none</option>
          {[...new Set([...(column === '' ? [] : [column]), ...columnsOf(rows?.[0])])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface EvaluationSelectProps {
  readonly evaluations: readonly Evaluation[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function EvaluationSelect({ evaluations, value, onChange }: EvaluationSelectProps) {
  return (
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {evaluations.some(({ id }) => id === value) ? null : <option value={value}>{value}</option>}
      {evaluations.map((evaluation) => (
        <option key={evaluation.id} value={evaluation.id}>
          {variantOf(evaluation)} on {evaluation.testset_name ?? 'a deleted test set'}
        </option>
      ))}
    </select>
  );
}

/** Lists the columns of a test set by one of its rows. */
function columnsOf(row: EvaluationScenario | undefined): readonly string[] {
  return [...(row?.inputs ?? []).map(({ name }) => name), ...(row?.correct_answers ?? []).map(({ key }) => key)];
}
