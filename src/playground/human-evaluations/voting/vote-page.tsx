import { useEffect, useMemo, useState } from 'react';
import type { VotingState } from '../../../contract/human-evaluations/voting.ts';
import { Notice } from '../../elements/notice.tsx';
import { RefusedRequest } from '../../service/refused-request.ts';
import { messageOf } from '../../service/use-loaded.ts';
import { JoinForm } from './join-form.tsx';
import { hideCode, type VoteAddress } from './vote-address.ts';
import { VoteView } from './vote-view.tsx';
import { createVotingRequests, type VotingRequests } from './voting-requests.ts';

/** The page behind a voting link. It needs no key and shows no apps. */
export function VotePage({ address }: { readonly address: VoteAddress }) {
  const { evaluationId } = address;
  const requests = useMemo(() => createVotingRequests(evaluationId), [evaluationId]);
  // The code leaves the URL at once; the join request may still need it.
  const [code] = useState(address.code);
  const [state, setState] = useState<VotingState | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    hideCode(address);
    open(requests, code).then(setState, (failure: unknown) => setError(toWords(failure)));
    // Once: a browser that has joined stays joined.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <>
      <header className="top">
        <span className="brand">wf</span>
        <span className="pages">Vote{state === null ? '' : ` on ${state.testset_name}`}</span>
        {state?.voter == null ? null : <span className="tag">{state.voter}</span>}
      </header>
      <main id="main" tabIndex={-1} className="voting">
        {state === null ? <Notice error={error}>Loading…</Notice> : null}
        {state !== null && state.voter === null ? (
          <JoinForm
            total={state.total}
            join={async (name) => setState(await requests.join({ code: code ?? '', name }))}
          />
        ) : null}
        {state !== null && state.voter !== null ? (
          <VoteView evaluationId={evaluationId} state={state} requests={requests} onState={setState} />
        ) : null}
      </main>
    </>
  );
}

async function open(requests: VotingRequests, code: string | null): Promise<VotingState> {
  return code === null ? await requests.readState() : await requests.join({ code });
}

function toWords(failure: unknown): string {
  if (failure instanceof RefusedRequest && failure.status === 404) return 'This vote no longer exists.';
  return messageOf(failure);
}
