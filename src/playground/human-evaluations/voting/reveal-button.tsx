import { useState } from 'react';
import type { VotingState } from '../../../contract/human-evaluations/voting.ts';
import { Dialog } from '../../elements/dialog.tsx';

interface RevealButtonProps {
  readonly state: VotingState;
  readonly reveal: () => Promise<void>;
}

/** Asks which variant is which, or which the only one is; before the last vote, only who means it. */
export function RevealButton({ state, reveal }: RevealButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (state.is_revealed) return <span className="tag">no longer blind</span>;
  const isDone = state.next === null;
  const words = state.evaluation_type === 'single_model_test' ? 'Show the variant' : 'Show which is which';
  return (
    <>
      <button type="button" onClick={() => (isDone ? void reveal() : setAsking(true))}>
        {words}
        {isDone ? '' : '…'}
      </button>
      {isAsking ? (
        <Dialog title={`${words}?`} action="Show" onSubmit={reveal} onClose={() => setAsking(false)}>
          <p>You have not voted on all cases yet. Votes that you give from then on count as not blind.</p>
        </Dialog>
      ) : null}
    </>
  );
}
