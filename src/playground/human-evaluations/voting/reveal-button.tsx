import { useState } from 'react';
import type { VotingState } from '../../../contract/human-evaluations/voting.ts';
import { Dialog } from '../../elements/dialog.tsx';

interface RevealButtonProps {
  readonly state: VotingState;
  readonly reveal: () => Promise<void>;
}

/** Reveals the variants; before the last vote, only after a confirmation. */
export function RevealButton({ state, reveal }: RevealButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (state.is_revealed) return <span className="tag">no longer blind</span>;
  const isDone = state.next === null;
  const label = state.evaluation_type === 'single_model_test' ? 'Show the variant' : 'Show which is which';
  return (
    <>
      <button type="button" onClick={() => (isDone ? void reveal() : setAsking(true))}>
        {label}
        {isDone ? '' : '…'}
      </button>
      {isAsking ? (
        <Dialog
          title={`${label}?`}
          action="Show"
          done="The variants are shown"
          onSubmit={reveal}
          onClose={() => setAsking(false)}
        >
          <p>You have not voted on all cases yet. Later votes will not count as blind.</p>
        </Dialog>
      ) : null}
    </>
  );
}
