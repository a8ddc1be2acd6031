import type { EvaluationScenario, TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { isSameSubject } from '../../../contract/evaluations/subject.ts';
import { goTo } from '../../address/address.ts';
import { FoldedCommands, TerminalCommand } from '../../elements/terminal-command.tsx';
import { toCommand } from '../../text/to-command.ts';
import { ChoiceFinder, SelectField } from '../../elements/labelled-controls.tsx';
import { Notice } from '../../elements/notices.tsx';
import { type Choices, useRequest } from '../../service/queries.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { ComparisonTables } from '../report/comparison-tables.tsx';
import { WholeRowLink } from '../whole-row-link.tsx';
import { toOption, useEvaluationChoices } from '../use-evaluation-choices.ts';

export interface CompareViewProps {
  readonly id: string;
  readonly baseline: string;
  /** Column whose values are compared by themselves; empty: none. */
  readonly column: string;
}

/** Points of a picture: more would hide one another. */
const MAX_POINTS = 2000;

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
    goTo({ page: 'evaluations', app: appName, id: candidate, query: { baseline: before, by } });
  };
  const openRow = (row: number) => goTo({ page: 'evaluations', app: appName, id, query: { row: String(row) } });
  const flags = { '--app': appFlag, '--group-by': column };
  const reportFlags = {
    '--app': appFlag,
    '--format': 'html',
    '--baseline': baseline,
    '--group-by': column,
    '--output': 'report.html',
  };
  return (
    <>
      <Choices evaluations={evaluations} chosen={{ id, baseline, column }} onChange={change} />
      <FoldedCommands commands={[toCommand(['wf', 'eval', 'compare'], flags, [baseline, id])]}>
        <p className="faint">The same with its pictures, in one file:</p>
        <TerminalCommand isTitled command={toCommand(['wf', 'eval', 'export'], reportFlags, [id])} />
      </FoldedCommands>
      {value === null ? <Notice error={error}>Comparing…</Notice> : null}
      {value === null ? null : <ComparisonTables comparison={value} onOpen={openRow} linkTo={linkTo} />}
    </>
  );
}

function linkTo(evaluationId: string, rowId: string) {
  return <WholeRowLink evaluationId={evaluationId} rowId={rowId} />;
}

interface ChoicesProps {
  readonly evaluations: Choices<TestedEvaluation>;
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
      <SelectField
        className="named"
        label="Before"
        value={baseline}
        options={comparableWith(id, finished).map(toOption)}
        onChange={(next) => onChange({ baseline: next })}
      />
      <SelectField
        className="named"
        label="After"
        value={id}
        options={comparableWith(baseline, finished).map(toOption)}
        onChange={(next) => onChange({ id: next })}
      />
      <ChoiceFinder finder={evaluations.finder} what="evaluation" />
      <SelectField
        label="Slices by column"
        value={column}
        options={[['', 'none'], ...new Set([...(column === '' ? [] : [column]), ...columnsOf(rows?.[0])])]}
        onChange={(next) => onChange({ column: next })}
      />
    </div>
  );
}

/** Lists the other evaluations of the same route and test set. */
function comparableWith(id: string, evaluations: readonly TestedEvaluation[]): readonly TestedEvaluation[] {
  const compared = evaluations.find((each) => each.id === id);
  return evaluations.filter((each) => each.id !== id && (compared === undefined || isSameSubject(each, compared)));
}

/** Lists the columns of a test set by one of its rows. */
function columnsOf(row: EvaluationScenario | undefined): readonly string[] {
  return [...(row?.inputs ?? []).map(({ name }) => name), ...(row?.correct_answers ?? []).map(({ key }) => key)];
}
