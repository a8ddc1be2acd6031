import { useEffect, useRef, useState } from 'react';
import type { Choice, VotingState } from '../../../contract/human-evaluations/voting.ts';
import { Button } from '../../elements/button.tsx';
import { useSeen } from '../../elements/use-others-change.ts';
import { useShortcuts } from '../../elements/use-shortcuts.ts';
import { Notice } from '../../elements/notices.tsx';
import { CaseView, ChoiceForm, ScoreForm } from './case-view.tsx';
import { EndView, RevealButton } from './end-view.tsx';
import { useVoting } from './use-voting.ts';

export function VoteView({ evaluationId, state }: { readonly evaluationId: string; readonly state: VotingState }) {
  const voting = useVoting(evaluationId, state);
  const { position, current, error, goTo, cast, undo } = voting;
  const { total, done } = state;
  const [hasKeys, setKeys] = useState(true);
  const note = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isScored = state.evaluation_type === 'single_model_test';
  const back = () => goTo(position === null ? total : Math.max(1, position - 1));
  const onward = () => goTo(position === null || position >= total ? state.next : position + 1);
  const isBounce = useBounce();
  // After a failure another case is shown than the key was meant for.
  const isErrorSeen = useSeen(error !== null);
  const choose = (choice: Choice) => () => {
    if (!isBounce(choice) && isErrorSeen) cast({ choice });
  };
  const choices = { 1: choose('first'), 2: choose('second'), 3: choose('both_good'), 4: choose('both_bad') };
  useShortcuts({ ...(isScored ? {} : choices), u: undo, p: back, n: onward, c: () => note.current?.focus() }, hasKeys);
  useEffect(() => {
    // Screen readers announce the case; a score field focuses itself.
    if (!isScored || position === null) heading.current?.focus();
  }, [position, isScored]);
  if (position === null) {
    return (
      <EndView
        evaluationId={evaluationId}
        state={state}
        heading={heading}
        error={error}
        isSaving={voting.isSaving}
        back={back}
        undo={undo}
        reveal={voting.reveal}
      />
    );
  }
  return (
    <>
      <div className="card-head">
        <h1 ref={heading} tabIndex={-1}>
          Case {position.toLocaleString('en')} of {total.toLocaleString('en')}
        </h1>
        <label className="progress">
          <span>
            {done.toLocaleString('en')} of {total.toLocaleString('en')} voted on
          </span>
          <progress value={done} max={total} />
        </label>
      </div>
      {error === null ? null : <Notice error={error} />}
      {current === null ? <Notice>Loading…</Notice> : <CaseView shown={current} />}
      {current === null ? null : (
        <div className="vote-bar card" key={`${current.place} ${current.score ?? ''} ${current.choice ?? ''}`}>
          {isScored ? (
            <ScoreForm score={current.score} onScore={(score) => cast({ score })} />
          ) : (
            <ChoiceForm choice={current.choice} hasKeys={hasKeys} onChoice={(choice) => cast({ choice })} />
          )}
          <label className="field">
            <span>Note (optional)</span>
            <textarea
              ref={note}
              rows={1}
              maxLength={10_000}
              defaultValue={current.note}
              onBlur={({ target }) => voting.storeNote(target.value)}
              onKeyDown={(event) => (event.key === 'Escape' ? event.currentTarget.blur() : undefined)}
            />
          </label>
        </div>
      )}
      <div className="actions">
        <Button label="Previous" onClick={back} disabled={position <= 1} />
        <Button label="Next" onClick={onward} disabled={position >= total && state.next === position} />
        <Button label="Undo" onClick={undo} disabled={done === 0} />
        <RevealButton state={state} reveal={voting.reveal} />
      </div>
      <KeyHelp isScored={isScored} isOn={hasKeys} onChange={setKeys} />
    </>
  );
}

interface KeyHelpProps {
  readonly isScored: boolean;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function KeyHelp({ isScored, isOn, onChange }: KeyHelpProps) {
  return (
    <label className="choice key-help">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>
        Keys: {isScored ? 'type a score and Enter' : <kbd>1</kbd>}
        {isScored ? null : (
          <>
            {' '}
            to <kbd>4</kbd> vote
          </>
        )}
        , <kbd>U</kbd> undo, <kbd>P</kbd> previous, <kbd>N</kbd> next, <kbd>C</kbd> note (<kbd>Esc</kbd> leaves it)
      </span>
    </label>
  );
}

/** Two presses of a key within so many milliseconds are one: keys bounce, and nobody has seen the next case. */
const BOUNCE_MS = 80;

/** @returns tells whether a key was pressed just before */
function useBounce(): (key: string) => boolean {
  const last = useRef({ key: '', at: -Infinity });
  return (key) => {
    const now = performance.now();
    const isBounce = last.current.key === key && now - last.current.at < BOUNCE_MS;
    last.current = { key, at: now };
    return isBounce;
  };
}
