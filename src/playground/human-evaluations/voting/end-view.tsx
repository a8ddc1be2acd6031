import type { RefObject } from 'react';
import type { VotingState, VotingTally } from '../../../contract/human-evaluations/voting.ts';
import { CopyButton } from '../../elements/copy-button.tsx';
import { RecordTable } from '../../elements/record-table.tsx';
import { RevealButton } from './reveal-button.tsx';
import { toVoteLink } from './vote-address.ts';

interface EndViewProps {
  readonly evaluationId: string;
  readonly state: VotingState;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly back: () => void;
  readonly undo: () => void;
  readonly reveal: () => Promise<void>;
}

/** The page after the last vote. */
export function EndView({ evaluationId, state, heading, back, undo, reveal }: EndViewProps) {
  const { total, own_code: code, tally } = state;
  return (
    <section className="card join" aria-labelledby="vote-end">
      <h1 id="vote-end" ref={heading} tabIndex={-1}>
        Thank you
      </h1>
      <p>
        You voted on {total === 1 ? 'the case' : `all ${total.toLocaleString('en')} cases`}. Your votes are kept; this
        page can be closed.
      </p>
      {tally === null ? null : <TallyTable tally={tally} />}
      <div className="actions">
        <button type="button" onClick={back}>
          Review my votes
        </button>
        <button type="button" onClick={undo}>
          Undo
        </button>
        <RevealButton state={state} reveal={reveal} />
        {code === null ? null : (
          <CopyButton label="Copy your own link" text={() => toVoteLink(location.origin, evaluationId, code)} />
        )}
      </div>
    </section>
  );
}

function TallyTable({ tally }: { readonly tally: readonly VotingTally[] }) {
  return (
    <RecordTable
      label="Your votes"
      columns={['Vote', { label: 'Cases', isNumber: true }, { label: 'Mean score', isNumber: true }]}
      rows={tally.map(({ label, votes, mean_score }) => ({
        key: label,
        cells: { Vote: label, Cases: votes, 'Mean score': mean_score === null ? '-' : mean_score.toFixed(1) },
      }))}
    />
  );
}
