import { type RefObject, useState } from 'react';
import type { VotingState, VotingTally } from '../../../contract/human-evaluations/voting.ts';
import { Button, CopyButton } from '../../elements/button.tsx';
import { ErrorText } from '../../elements/notices.tsx';
import { numbers, RecordTable } from '../../elements/record-tables.tsx';
import type { Voting } from './use-voting.ts';
import { toVoteLink } from './vote-address.ts';
import { Dialog } from '../../elements/dialog.tsx';

interface EndViewProps extends RevealButtonProps, Pick<Voting, 'undo' | 'error' | 'isSaving'> {
  readonly evaluationId: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly back: () => void;
}

export function EndView(props: EndViewProps) {
  const { evaluationId, state, heading, error, isSaving, back, undo, reveal } = props;
  const { total, own_code: code, tally } = state;
  return (
    <section className="card join" aria-labelledby="vote-end">
      <h1 id="vote-end" ref={heading} tabIndex={-1}>
        Thank you
      </h1>
      <p>
        You voted on {total === 1 ? 'the case' : `all ${total.toLocaleString('en')} cases`}.{' '}
        {isSaving ? 'Your last votes are being stored…' : 'Your votes are kept; this page can be closed.'}
      </p>
      <ErrorText error={error} />
      {tally === null ? null : <TallyTable tally={tally} />}
      <div className="actions">
        <Button label="Review my votes" onClick={back} />
        <Button label="Undo" onClick={undo} />
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
      columns={['Vote', ...numbers('Cases', 'Mean score')]}
      rows={tally.map(({ label, votes, mean_score }) => ({
        key: label,
        cells: { Vote: label, Cases: votes, 'Mean score': mean_score === null ? '-' : mean_score.toFixed(1) },
      }))}
    />
  );
}

interface RevealButtonProps extends Pick<Voting, 'reveal'> {
  readonly state: VotingState;
}

/** Reveals the variants; before the last vote, only after a confirmation. */
export function RevealButton({ state, reveal }: RevealButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (state.is_revealed) return <span className="tag">no longer blind</span>;
  const isDone = state.next === null;
  const label = state.evaluation_type === 'single_model_test' ? 'Show the variant' : 'Show which is which';
  return (
    <>
      <Button
        label={isDone ? label : `${label}…`}
        onClick={() => (isDone ? void reveal().catch(() => undefined) : setAsking(true))}
      />
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
