import { useState } from 'react';
import type { KeptGate } from '../../contract/environments/environment.ts';
import { gatesOf, nameGates } from '../../contract/environments/gates.ts';
import { describeRuns, MovedNotice } from './runs.tsx';
import { useOthersChange } from '../elements/use-others-change.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { type Choices, useRequest } from '../service/queries.ts';
import { send, sendIfUnchanged } from '../service/request.ts';
import { toCommand } from '../text/to-command.ts';
import { toOption, useEvaluationChoices } from '../evaluations/use-evaluation-choices.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import { isSameSubject, isWhole } from '../../contract/evaluations/subject.ts';
import type { Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { ChoiceFinder, SelectField, Tick } from '../elements/labelled-controls.tsx';

/** Evaluations of one revision to choose from. */
const MAX_EVALUATIONS = 100;

interface DeployDialogProps {
  readonly variantId: string;
  readonly variantName: string;
  readonly revision: number;
  /** The environment that is chosen at first. Default: the first of the app. */
  readonly environment?: string;
  readonly onClose: () => void;
}

/** Deploys a revision to an environment of the user's choice, past its gate if it has one. */
export function DeployDialog({ variantId, variantName, revision, environment: first, onClose }: DeployDialogProps) {
  const { app, appFlag, environments } = useWorkspace();
  const [name, setName] = useState(first ?? environments[0]?.name ?? '');
  const [typed, setTyped] = useState<GateChoice | null>(null);
  const chosen = environments.find((environment) => environment.name === name);
  const gates = gatesOf(chosen?.protection);
  const gate = gates.length === 0 ? null : nameGates(gates);
  const app_id = app?.app_id ?? '';
  const deployed = `${variantName}@${revision}`;
  const own = useRequest(
    'GET /evaluations',
    gate === null
      ? null
      : { app_id, variant_name: variantName, revision, archived: 'false', order: 'desc', limit: MAX_EVALUATIONS },
  );
  const others = useEvaluationChoices(gate === null ? null : app_id);
  const evaluations = evaluationsOf(own.value ?? [], deployed);
  const choice = typed ?? { evaluation: evaluations[0]?.id ?? '', baseline: '' };
  const [evaluation_id, baseline_evaluation_id] = gate === null ? ['', ''] : [choice.evaluation, choice.baseline];
  const other_evaluation_ids = evaluationsOfOtherGates(gates, evaluations, evaluation_id);
  const [opened] = useState(environments);
  const seen = opened.find((environment) => environment.name === name);
  const { isMoved, isSeen, sending } = useOthersChange(seen?.revision !== chosen?.revision);
  const deploy = async () => {
    const before = chosen?.revision ?? null;
    const body = {
      environment_name: name,
      variant_id: variantId,
      revision,
      ...(evaluation_id === '' ? {} : { evaluation_id }),
      ...(other_evaluation_ids.length === 0 ? {} : { other_evaluation_ids }),
      ...(baseline_evaluation_id === '' ? {} : { baseline_evaluation_id }),
    };
    await sendIfUnchanged('POST /environments/deploy', { body }, before);
    return { before, now: await readRevision(app_id, name) };
  };
  const flags = {
    '--app': appFlag,
    '--variant': deployed,
    '--evaluation': evaluation_id,
    '--baseline': baseline_evaluation_id,
  };
  return (
    <Dialog
      title={`Deploy ${deployed}`}
      isReady={isSeen}
      action={isMoved ? 'Deploy over it' : 'Deploy'}
      done={({ before, now }) =>
        // What already runs adds no revision.
        now !== null && now === before
          ? `Nothing changed: ${name} already runs ${deployed}`
          : `Deployed ${deployed} to ${name}`
      }
      onSubmit={() => sending(deploy)}
      onClose={onClose}
    >
      <fieldset>
        <legend>Environment</legend>
        {environments.map((environment) => (
          <Tick
            key={environment.name}
            name="environment"
            label={environment.name}
            note={describeRuns(environment)}
            isOn={environment.name === name}
            onChange={() => setName(environment.name)}
          />
        ))}
      </fieldset>
      {isMoved ? <MovedNotice seen={seen} now={chosen} /> : null}
      {gate === null ? null : (
        <GateFields
          gate={gate}
          deployed={deployed}
          evaluations={evaluations}
          others={others}
          choice={choice}
          onChange={setTyped}
        />
      )}
      <TerminalCommand command={toCommand(['wf', 'env', 'deploy'], flags, [name])} />
    </Dialog>
  );
}

/** Reads the number of an environment's revision. `null`: unknown, which is no failure of the deploy before it. */
async function readRevision(app_id: string, environment_name: string): Promise<number | null> {
  const reading = send('GET /apps/{app_id}/revisions/{environment_name}', { app_id, environment_name, limit: 1 });
  return await reading.then(
    ({ revision }) => revision,
    () => null,
  );
}

/** Chooses the newest evaluations for the gates of other routes than that of the chosen evaluation. */
function evaluationsOfOtherGates(
  gates: readonly KeptGate[],
  evaluations: readonly Evaluation[],
  chosenId: string,
): string[] {
  const judged = evaluations.find(({ id }) => id === chosenId)?.route;
  return gates
    .filter(({ route }) => route != null && route !== judged)
    .flatMap((gate) => evaluations.find(({ route }) => route === gate.route)?.id ?? []);
}

interface GateChoice {
  /** Id of the evaluation that must pass; empty for none. */
  readonly evaluation: string;
  /** Id of the one to compare with; empty for none. */
  readonly baseline: string;
}

interface GateFieldsProps {
  readonly gate: string;
  readonly deployed: string;
  /** The finished evaluations of that revision, newest first. */
  readonly evaluations: readonly TestedEvaluation[];
  readonly others: Choices<TestedEvaluation>;
  readonly choice: GateChoice;
  readonly onChange: (choice: GateChoice) => void;
}

function GateFields({ gate, deployed, evaluations: own, others, choice, onChange }: GateFieldsProps) {
  const judged = own.find(({ id }) => id === choice.evaluation);
  const compared = (others.records ?? []).filter(
    (each) => each.id !== choice.evaluation && isWhole(each) && (judged === undefined || isSameSubject(each, judged)),
  );
  return (
    <>
      <p>
        It accepts only what passes <b>{gate}</b>.
      </p>
      {own.length === 0 ? (
        <p className="notice">There is no finished evaluation of {deployed} yet. Start one on the evaluations page.</p>
      ) : null}
      <SelectField
        className="field"
        label="Evaluation that the gate checks"
        value={choice.evaluation}
        options={[['', 'none'], ...own.map(toOption)]}
        onChange={(evaluation) => onChange({ ...choice, evaluation })}
      />
      <SelectField
        className="field"
        label="Compared with"
        value={choice.baseline}
        options={[['', 'nothing'], ...compared.map(toOption)]}
        onChange={(baseline) => onChange({ ...choice, baseline })}
      />
      <ChoiceFinder finder={others.finder} what="evaluation" />
    </>
  );
}

/** Finds the finished evaluations of a variant's revision on whole test sets, newest first: a part promotes nothing. */
function evaluationsOf(evaluations: readonly TestedEvaluation[], deployed: string): readonly TestedEvaluation[] {
  return evaluations
    .filter((each) => nameOf(each) === deployed && hasFinished(each.status) && isWhole(each))
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

function nameOf({ variant_names, revisions }: Pick<Evaluation, 'variant_names' | 'revisions'>): string {
  return variant_names.map((name, index) => `${name}@${revisions[index] ?? ''}`).join(', ');
}
