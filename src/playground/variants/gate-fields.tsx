import { hasFinished } from '../../contract/evaluations/evaluation-status.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { ChoiceFinder } from '../elements/choice-finder.tsx';
import { variantOf } from '../evaluations/result-text.ts';
import type { Choices } from '../service/queries.ts';

/** The evaluations that a gate looks at. */
export interface GateChoice {
  /** Id of the evaluation that must pass; empty for none. */
  readonly evaluation: string;
  /** Id of the one to compare with; empty for none. */
  readonly baseline: string;
}

interface GateFieldsProps {
  /** Name of the gate that protects the environment. */
  readonly gate: string;
  /** The revision to deploy: `tuned@3`. */
  readonly deployed: string;
  /** The finished evaluations of that revision, newest first. */
  readonly evaluations: readonly Evaluation[];
  /** Finished evaluations to compare with. */
  readonly others: Choices<Evaluation>;
  readonly choice: GateChoice;
  readonly onChange: (choice: GateChoice) => void;
}

/** Chooses the evaluations that a protected environment asks for. */
export function GateFields({ gate, deployed, evaluations: own, others, choice, onChange }: GateFieldsProps) {
  return (
    <>
      <p>
        It accepts only what passes <b>{gate}</b>.
      </p>
      {own.length === 0 ? (
        <p className="notice">There is no finished evaluation of {deployed} yet. Start one on the evaluations page.</p>
      ) : null}
      <label className="field">
        <span>Evaluation that the gate checks</span>
        <select value={choice.evaluation} onChange={({ target }) => onChange({ ...choice, evaluation: target.value })}>
          <option value="">none</option>
          {own.map((each) => (
            <EvaluationOption key={each.id} evaluation={each} />
          ))}
        </select>
      </label>
      <label className="field">
        <span>Compared with</span>
        <select value={choice.baseline} onChange={({ target }) => onChange({ ...choice, baseline: target.value })}>
          <option value="">nothing</option>
          {(others.records ?? [])
            .filter(({ id }) => id !== choice.evaluation)
            .map((each) => (
              <EvaluationOption key={each.id} evaluation={each} />
            ))}
        </select>
      </label>
      <ChoiceFinder finder={others.finder} what="evaluation" />
    </>
  );
}

function EvaluationOption({ evaluation }: { readonly evaluation: Evaluation }) {
  const { id, testset_name, created_at } = evaluation;
  return (
    <option value={id}>
      {variantOf(evaluation)} on {testset_name ?? 'a deleted test set'}, {created_at.slice(0, 16).replace('T', ' ')}
    </option>
  );
}

/** Finds the finished evaluations of a variant's revision, newest first. */
export function evaluationsOf(evaluations: readonly Evaluation[], deployed: string): readonly Evaluation[] {
  return evaluations
    .filter((each) => nameOf(each) === deployed && hasFinished(each.status))
    .toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

function nameOf({ variant_names, revisions }: Pick<Evaluation, 'variant_names' | 'revisions'>): string {
  return variant_names.map((name, index) => `${name}@${revisions[index] ?? ''}`).join(', ');
}
