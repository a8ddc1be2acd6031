import { useState } from 'react';
import type { SubsetChoice, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { isSameSubject } from '../../contract/evaluations/subject.ts';
import { SelectField, TextField } from '../elements/labelled-controls.tsx';
import { toOption, useEvaluationChoices } from './use-evaluation-choices.ts';

const COUNTED = [
  ['limit', 'the first cases'],
  ['sample', 'a sample of the cases'],
] as const;

/** The part of a test set to evaluate: all of it, so many cases, or the rows that failed in an evaluation of it. */
export function usePart({
  appId,
  ...subject
}: {
  readonly appId: string;
  readonly testset_id: string;
  readonly route: string | undefined;
}) {
  const { records } = useEvaluationChoices(appId);
  const [typed, setTyped] = useState('');
  // Stays when the list no longer has it: all rows would be evaluated instead, and paid for.
  const [chosenOne, setChosenOne] = useState<TestedEvaluation | null>(null);
  const [count, setCount] = useState('20');
  const others = (records ?? []).filter(({ id }) => id !== chosenOne?.id);
  const setKind = (kind: string) => {
    setTyped(kind);
    if (kind !== chosenOne?.id) setChosenOne(others.find(({ id }) => id === kind) ?? null);
  };
  const failed = [...others, ...(chosenOne === null ? [] : [chosenOne])].flatMap((evaluation) => {
    const [id, text] = toOption(evaluation);
    return isSameSubject(evaluation, subject) ? [[id, `failed in ${text}`] as const] : [];
  });
  const kinds = [['', 'all'] as const, ...COUNTED, ...failed];
  // Another test set has other evaluations.
  const kind = kinds.some(([each]) => each === typed) ? typed : '';
  const isCounted = COUNTED.some(([each]) => each === kind);
  const isReady = !isCounted || (Number.isInteger(Number(count)) && Number(count) > 0);
  const chosen = isCounted ? { [kind]: Number(count) } : { failed_of: kind };
  const subset: SubsetChoice | null = kind === '' ? null : chosen;
  return { kind, kinds, setKind, count, setCount, isCounted, isReady, subset };
}

/** Writes a choice as the flags of `wf eval run`. */
export function flagsOf({ limit, sample, failed_of }: SubsetChoice): Readonly<Record<string, string>> {
  return { '--limit': String(limit ?? ''), '--sample': String(sample ?? ''), '--failed-of': failed_of ?? '' };
}

/** The fields that choose which rows are evaluated. */
export function TestsetPart({ part }: { readonly part: ReturnType<typeof usePart> }) {
  return (
    <>
      <SelectField className="field" label="Rows" value={part.kind} options={part.kinds} onChange={part.setKind} />
      {part.isCounted ? (
        <TextField
          className="field"
          label="Number of cases"
          type="number"
          min={1}
          value={part.count}
          onChange={part.setCount}
        />
      ) : null}
    </>
  );
}
