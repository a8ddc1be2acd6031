import { useState } from 'react';
import type { VotingState } from '../../contract/voting.ts';
import { Dialog } from '../elements/dialog.tsx';

interface RevealButtonProps {
  readonly state: VotingState;
  readonly reveal: () => Promise<void>;
}

/** Asks which variant is which; before the last vote, only who means it. */
export function RevealButton({ state, reveal }: RevealButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (state.is_revealed) return <span className="tag">no longer blind</span>;
  const isDone = state.next === null;
  return (
    <>
      <button type="button" onClick={() => (isDone ? void reveal() : setAsking(true))}>
        Show which is which{isDone ? '' : '…'}
      </button>
      {isAsking ? (
        <Dialog title="Show which is which?" action="Show" onSubmit={reveal} onClose={() => setAsking(false)}>
          <p>You have not voted on all cases yet. Votes that you give from then on count as not blind.</p>
        </Dialog>
      ) : null}
    </>
  );
}
