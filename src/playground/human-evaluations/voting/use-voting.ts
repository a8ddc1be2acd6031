import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
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
  const [failure, setFailure] = useState<Error | null>(null);
  // Positions in the order of the votes, so that undo goes backwards.
  const trail = useRef<number[]>([]);
  const path = pathOf(evaluationId);
  const keyOf = (place: number | null) => [...votingKey(evaluationId), 'case', place];
  const { value: current, error } = useLoaded<VotingCase>(
    keyOf(position),
    position === null ? null : () => exchange('GET', `${path}/cases/${position}`),
    ({ outputs }) => (outputs.some((output) => output.state === 'waiting') ? AGAIN_MS : null),
  );
  usePrefetchedCase(keyOf, path, position !== null && position < state.total ? position + 1 : null);
  const setState = (next: VotingState) => client.setQueryData(votingKey(evaluationId), next);
  const mark = (at: number, given: CastVote) =>
    client.setQueryData<VotingCase>(keyOf(at), (stored) => (stored === undefined ? stored : { ...stored, ...given }));
  const mutationKey = [...votingKey(evaluationId), 'vote'];
  const change = {
    mutationKey,
    mutationFn: ({ at, vote }: Sent): Promise<VotingState> => exchange('PUT', `${path}/cases/${at}`, vote),
    onSuccess: (next: VotingState, { at, vote, guess }: Sent) => {
      mark(at, vote);
      // The answer to an earlier vote does not know of the later ones.
      if (client.isMutating({ mutationKey }) > 1) return;
      setState(next);
      // The next case had a vote already: only the service knows.
      setPosition((shown) => (guess !== undefined && shown === guess ? next.next : shown));
    },
    // One after another. A click on a vote stores the note first.
    scope: { id: path },
  };
  /** What was shown as voted on was not: the case is shown again, as the service has it. */
  const takeBack = (error: Error, { at, guess }: Sent) => {
    const isUndo = guess === undefined;
    trail.current = isUndo ? [...trail.current, at] : trail.current.filter((place) => place !== at);
    setFailure(error);
    void client.invalidateQueries({ queryKey: votingKey(evaluationId) });
    setPosition(at);
  };
  const vote = useMutation({ ...change, onError: takeBack });
  const note = useMutation({ ...change, onError: setFailure });
  // After the votes that are on their way: those count as blind.
  const reveal = useMutation({
    mutationKey,
    scope: change.scope,
    mutationFn: (): Promise<VotingState> => exchange('POST', `${path}/reveal`),
    onSuccess: async (next) => {
      setState(next);
      await client.invalidateQueries({ queryKey: [...votingKey(evaluationId), 'case'] });
    },
    onError: setFailure,
  });
  const isSaving = useIsMutating({ mutationKey }) > 0;
  const forgetErrors = () => setFailure(null);
  useWindowEvent(ANSWERS_AGAIN, forgetErrors);
  // Whoever closes the page at once is asked to wait for what is not yet stored.
  useWindowEvent('beforeunload', (event: Event) => {
    if (client.isMutating({ mutationKey }) > 0) event.preventDefault();
  });
  return {
    /** Whether something is on its way to the service. */
    isSaving,
    /** `null` when all cases have a vote: the end is shown. */
    position,
    /** The case at that position; `null` while it loads. */
    current,
    error: error ?? (failure === null ? null : messageOf(failure)),
    goTo: (to: number | null) => {
      forgetErrors();
      setPosition(to);
    },
    /** Goes to the next case without a vote at once, and stores the vote meanwhile: votes need not wait for each other. */
    cast: (given: CastVote) => {
      if (current === null || position === null) return;
      forgetErrors();
      const guess = guessNext(state, position);
      const isFirst = current.choice === null && current.score === null;
      trail.current.push(position);
      vote.mutate({ at: position, vote: given, guess });
      mark(position, given);
      setState({ ...state, next: guess, done: state.done + (isFirst ? 1 : 0) });
      setPosition(guess);
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
      forgetErrors();
      trail.current.pop();
      vote.mutate({ at: last, vote: nothing });
      mark(last, nothing);
      setPosition(last);
    },
    reveal: async () => void (await reveal.mutateAsync()),
  };
}

interface Sent {
  readonly at: number;
  readonly vote: CastVote;
  /** The case that was shown next; left out: the vote leads to none. */
  readonly guess?: number | null;
}

/** Guesses the next case without a vote: cases before the first one without a vote have one. */
function guessNext({ next, total }: VotingState, voted: number): number | null {
  if (next !== voted) return next;
  return voted < total ? voted + 1 : null;
}

/** Fetches a case before it is shown. @param place - `null`: there is none */
function usePrefetchedCase(keyOf: (place: number | null) => QueryKey, path: string, place: number | null): void {
  useLoaded<VotingCase>(keyOf(place), place === null ? null : () => exchange('GET', `${path}/cases/${place}`));
}

/** Key of the voter's state; the browser's cookie identifies the voter. */
export function votingKey(evaluationId: string): readonly string[] {
  return ['voting', evaluationId];
}

export function pathOf(evaluationId: string): string {
  return `${VOTING_PATH}/${encodeURIComponent(evaluationId)}`;
}
