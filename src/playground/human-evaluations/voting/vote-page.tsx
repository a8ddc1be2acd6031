import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import type { JoinVoting, VotingState } from '../../../contract/human-evaluations/voting.ts';
import { TextField } from '../../elements/labelled-controls.tsx';
import { ErrorText, Notice } from '../../elements/notices.tsx';
import { exchange, messageOf, RefusedRequest } from '../../service/request.ts';
import { pathOf, votingKey } from './use-voting.ts';
import { hideCode, type VoteAddress } from './vote-address.ts';
import { VoteView } from './vote-view.tsx';

/** The page behind a voting link. It needs no key and shows no apps. */
export function VotePage({ address }: { readonly address: VoteAddress }) {
  const { evaluationId } = address;
  const client = useQueryClient();
  // The code leaves the URL at once; the join request may still need it.
  const [code] = useState(address.code);
  const path = pathOf(evaluationId);
  const join = (body: JoinVoting) => exchange<VotingState>('POST', `${path}/session`, body);
  const { data: state, error } = useQuery({
    queryKey: votingKey(evaluationId),
    queryFn: () => (code === null ? exchange<VotingState>('GET', path) : join({ code })),
    // Once: a browser that has joined stays joined.
    staleTime: Infinity,
  });
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => hideCode(address), []);
  return (
    <>
      <header className="top">
        <span className="brand">wf</span>
        <span className="pages">Vote{state === undefined ? '' : ` on ${state.testset_name}`}</span>
        {state?.voter == null ? null : <span className="tag">{state.voter}</span>}
      </header>
      <main id="main" tabIndex={-1} className="voting">
        {state === undefined ? <Notice error={error === null ? null : toMessage(error)}>Loading…</Notice> : null}
        {state?.is_closed === true ? <Closed state={state} /> : null}
        {state?.voter === null && !state.is_closed ? (
          <JoinForm
            total={state.total}
            join={(name) => join({ code: code ?? '', name })}
            onJoined={(joined) => client.setQueryData(votingKey(evaluationId), joined)}
          />
        ) : null}
        {state === undefined || state.voter === null || state.is_closed ? null : (
          <VoteView evaluationId={evaluationId} state={state} />
        )}
      </main>
    </>
  );
}

function Closed({ state: { done } }: { readonly state: VotingState }) {
  return (
    <section className="card join" aria-labelledby="vote-closed">
      <h1 id="vote-closed">Voting is closed</h1>
      <p>Nobody can vote any more.{done === 0 ? '' : ' Your votes are kept, and count.'}</p>
    </section>
  );
}

function toMessage(failure: Error): string {
  if (failure instanceof RefusedRequest && failure.status === 404) return 'This vote no longer exists.';
  return messageOf(failure);
}

interface JoinFormProps {
  readonly total: number;
  readonly join: (name: string) => Promise<VotingState>;
  readonly onJoined: (state: VotingState) => void;
}

function JoinForm({ total, join, onJoined }: JoinFormProps) {
  const id = useId();
  const [name, setName] = useState('');
  const { mutate, error } = useMutation({ mutationFn: join, onSuccess: onJoined });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate(name);
  };
  return (
    <form className="card join" onSubmit={submit}>
      <h1>What is your name?</h1>
      <p>
        There {total === 1 ? 'is 1 case' : `are ${total.toLocaleString('en')} cases`} to vote on. Your votes are kept
        under your name, and you can stop and go on at any time.
      </p>
      <TextField
        className="field"
        label="Name"
        autoComplete="name"
        autoFocus
        required
        maxLength={100}
        value={name}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : id}
        onChange={setName}
      />
      <ErrorText error={error === null ? null : messageOf(error)} id={id} />
      <button type="submit" className="primary">
        Start
      </button>
    </form>
  );
}
