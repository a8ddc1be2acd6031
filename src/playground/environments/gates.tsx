import type { EnvironmentOutput, EnvironmentRevision, GateEvidence } from '../../contract/environments/environment.ts';
import { gatesOf, isSameEvidence, nameGates } from '../../contract/environments/gates.ts';
import { toHash } from '../address/address.ts';
import { TextBox } from '../elements/facts.tsx';
import { numbers, RecordTable } from '../elements/record-tables.tsx';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import { formatTime } from '../text/format-figures.ts';
import { formatFigure } from '../text/format-metrics.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';

interface GatesProps {
  readonly environment: EnvironmentOutput;
  /** Oldest first. */
  readonly revisions: readonly EnvironmentRevision[];
}

/** The gates that a deployment must pass, and how the last one that had to passed them. */
export function Gates({ environment, revisions }: GatesProps) {
  const { appFlag } = useWorkspace();
  const { name, protection } = environment;
  const gates = gatesOf(protection);
  const newest = revisions.findLast(({ evidence }) => evidence != null)?.evidence ?? null;
  // Later ones may only have changed variables.
  const last = revisions.find(({ evidence }) => evidence != null && isSameEvidence(evidence, newest));
  const command = toCommand(['wf', 'env', 'protect'], { '--app': appFlag, '--gate': 'quality.gate.yaml' }, [name]);
  return (
    <section className="part" aria-label="Gates">
      <h2>Gates</h2>
      {gates.length === 0 ? <p className="notice">None: any variant can be deployed here.</p> : null}
      {gates.map((gate) => (
        <details key={gate.sha256 + (gate.route ?? '')} className="card">
          <summary>It accepts only what passes {nameGates([gate])}</summary>
          <TextBox label={`Conditions of ${gate.name}`}>{gate.content}</TextBox>
        </details>
      ))}
      {last?.evidence == null ? null : <Verdicts revision={last} evidence={last.evidence} />}
      <FoldedCommands commands={[command]} />
    </section>
  );
}

interface VerdictsProps {
  readonly revision: EnvironmentRevision;
  readonly evidence: GateEvidence;
}

/** The conditions that a deployment passed, with what was measured. */
function Verdicts({ revision, evidence: { others = [], ...first } }: VerdictsProps) {
  const { appName } = useWorkspace();
  return (
    <>
      <h3>
        Revision {revision.revision} passed at {formatTime(revision.created_at)}
      </h3>
      {[first, ...others].map(({ evaluation_id: id, gate, route, checks }) => (
        <div key={id}>
          <p>
            {nameGates([{ name: gate.name, route: route ?? gate.route ?? null }])}, by{' '}
            <a href={toHash({ page: 'evaluations', app: appName, id })}>its evaluation</a>
          </p>
          <RecordTable
            label={`Verdicts of ${gate.name}`}
            columns={['Measured', 'Condition', ...numbers('Value', 'Interval', 'Cases')]}
            rows={checks.map(({ metric, rule, value, interval, cases }) => ({
              key: `${metric} ${rule}`,
              cells: {
                Measured: metric,
                Condition: rule,
                Value: formatFigure(value),
                Interval: interval === null ? '-' : interval.map((end) => formatFigure(end)).join(' to '),
                Cases: cases,
              },
            }))}
          />
        </div>
      ))}
    </>
  );
}
