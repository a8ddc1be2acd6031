import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type CastVote,
  VOTING_PATH,
  type VotingCase,
  type VotingState,
} from '../../../contract/human-evaluations/voting.ts';
import { useWindowEvent } from '../../elements/use-window-event.ts';
import { ANSWERS_AGAIN } from '../../service/fetch-service.ts';
import { useLoaded } from '../../service/queries.ts';
import { exchange, messageOf } from '../../service/request.ts';

/** Delay before checking again for an output that is still being generated. */
const AGAIN_MS = 2000;

export type Voting = ReturnType<typeof useVoting>;

export function useVoting(evaluationId: string, state: VotingState) {
  const client = useQueryClient();
  const [position, setPosition] = useState(state.next);
  // Positions in the order of the votes, so that undo goes backwards.
  const trail = useRef<number[]>([]);
  const path = pathOf(evaluationId);
  const keyOf = (place: number | null) => [...votingKey(evaluationId), 'case', place];
  const { value: current, error } = useLoaded<VotingCase>(
    keyOf(position),
    position === null ? null : () => exchange('GET', `${path}/cases/${position}`),
    ({ outputs }) => (outputs.some((output) => output.state === 'waiting') ? AGAIN_MS : null),
  );
  const setState = (next: VotingState) => client.setQueryData(votingKey(evaluationId), next);
  const change = {
    mutationFn: ({ at, vote }: Sent): Promise<VotingState> => exchange('PUT', `${path}/cases/${at}`, vote),
    onSuccess: (next: VotingState, { at, vote, after }: Sent) => {
      setState(next);
      client.setQueryData<VotingCase>(keyOf(at), (stored) => (stored === undefined ? stored : { ...stored, ...vote }));
      after?.(next);
    },
    // A click on a vote stores the note first.
    scope: { id: path },
  };
  const voteKey = [...votingKey(evaluationId), 'vote'];
  const vote = useMutation({ ...change, mutationKey: voteKey });
  const note = useMutation(change);
  const forgetErrors = () => {
    vote.reset();
    note.reset();
  };
  useWindowEvent(ANSWERS_AGAIN, forgetErrors);
  /** A key pressed twice must not vote on a case that nobody has seen. */
  const sendOnce = (sent: Sent) => {
    if (client.isMutating({ mutationKey: voteKey }) === 0) vote.mutate(sent);
  };
  const failure = vote.error ?? note.error;
  return {
    /** `null` when all cases have a vote: the end is shown. */
    position,
    /** The case at that position; `null` while it loads. */
    current,
    error: error ?? (failure === null ? null : messageOf(failure)),
    goTo: (to: number | null) => {
      forgetErrors();
      setPosition(to);
    },
    /** Stores a vote and goes to the next case without one. */
    cast: (given: CastVote) => {
      if (current === null || position === null) return;
      const after = ({ next }: VotingState) => {
        trail.current.push(position);
        setPosition(next);
        if (next === position) void client.invalidateQueries({ queryKey: keyOf(position) });
      };
      sendOnce({ at: position, vote: given, after });
    },
    storeNote: (text: string) => {
      if (current === null || position === null || text === current.note) return;
      note.mutate({ at: position, vote: { note: text } });
    },
    /** Removes the last vote and shows its case. */
    undo: () => {
      const last = trail.current.at(-1) ?? (position ?? state.total + 1) - 1;
      if (last < 1) return;
      const nothing = state.evaluation_type === 'single_model_test' ? { score: null } : { choice: null };
      const after = () => {
        trail.current.pop();
        setPosition(last);
      };
      sendOnce({ at: last, vote: nothing, after });
    },
    reveal: async () => {
      setState(await exchange('POST', `${path}/reveal`));
      await client.invalidateQueries({ queryKey: [...votingKey(evaluationId), 'case'] });
    },
  };
}

interface Sent {
  readonly at: number;
  readonly vote: CastVote;
  readonly after?: (next: VotingState) => void;
}

/** Key of the voter's state; the browser's cookie identifies the voter. */
export function votingKey(evaluationId: string): readonly string[] {
  return ['voting', evaluationId];
}

export function pathOf(evaluationId: string): string {
  return `${VOTING_PATH}/${encodeURIComponent(evaluationId)}`;
}
