import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CastVote, VotingCase, VotingState } from '../../../contract/human-evaluations/voting.ts';
import { useAnswersAgain } from '../../service/use-answers-again.ts';
import { messageOf } from '../../service/use-loaded.ts';
import type { VotingRequests } from './voting-requests.ts';

export interface Voting {
  /** `null` when all cases have a vote: the end is shown. */
  readonly position: number | null;
  /** The case at that position; `null` while it loads. */
  readonly current: VotingCase | null;
  readonly error: string | null;
  readonly goTo: (position: number | null) => void;
  /** Stores a vote and goes to the next case without one. */
  readonly cast: (vote: CastVote) => void;
  /** Stores a note and stays. */
  readonly keepNote: (note: string) => void;
  /** Removes the last vote and shows its case. */
  readonly undo: () => void;
  readonly reveal: () => Promise<void>;
}

interface VotingOptions {
  readonly state: VotingState;
  readonly requests: VotingRequests;
  readonly onState: (state: VotingState) => void;
}

/** Delay before checking again for an output that is still being generated. */
const AGAIN_MS = 2000;

/** The state of a voter's session, and its actions. */
export function useVoting({ state, requests, onState }: VotingOptions): Voting {
  const [position, setPosition] = useState(state.next);
  const [current, setCurrent] = useState<VotingCase | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  // Positions in the order of the votes, so that undo goes backwards.
  const trail = useRef<number[]>([]);
  // A key pressed twice must not vote on a case that nobody has seen.
  const isVoting = useRef(false);
  // A click on a vote stores the note first.
  const queue = useRef(Promise.resolve());
  const { is_revealed: isRevealed } = state;
  const wanted = useMemo(
    () => (position === null ? null : { position, round, isRevealed }),
    [position, round, isRevealed],
  );
  useEffect(() => {
    if (wanted === null) return undefined;
    let isLeft = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    requests.readCase(wanted.position).then(
      (found) => {
        if (isLeft) return;
        setCurrent(found);
        if (found.outputs.some((output) => output.state === 'waiting')) {
          timer = setTimeout(() => setRound((before) => before + 1), AGAIN_MS);
        }
      },
      (failure: unknown) => isLeft || setError(messageOf(failure)),
    );
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [wanted, requests]);
  const repeat = useCallback(() => {
    setError(null);
    setRound((before) => before + 1);
  }, []);
  useAnswersAgain(error !== null, repeat);
  const goTo = useCallback((to: number | null) => {
    setError(null);
    setPosition(to);
  }, []);
  const send = (at: number, vote: CastVote, after: (next: VotingState) => void): Promise<void> => {
    queue.current = queue.current.then(async () => {
      try {
        const next = await requests.cast(at, vote);
        setError(null);
        onState(next);
        after(next);
      } catch (failure) {
        setError(messageOf(failure));
      }
    });
    return queue.current;
  };
  const sendOnce = async (...given: Parameters<typeof send>): Promise<void> => {
    if (isVoting.current) return;
    isVoting.current = true;
    await send(...given);
    isVoting.current = false;
  };
  const isShown = current !== null && current.place === position;
  return {
    position,
    current: isShown ? current : null,
    error,
    goTo,
    cast: (vote) => {
      if (!isShown || position === null) return;
      void sendOnce(position, vote, (next) => {
        trail.current.push(position);
        setPosition(next.next);
        if (next.next === position) setRound((before) => before + 1);
      });
    },
    keepNote: (note) => {
      if (!isShown || position === null || note === current.note) return;
      void send(position, { note }, () => setCurrent({ ...current, note }));
    },
    undo: () => {
      const last = trail.current.at(-1) ?? (position ?? state.total + 1) - 1;
      if (last < 1) return;
      const nothing = state.evaluation_type === 'single_model_test' ? { score: null } : { choice: null };
      void sendOnce(last, nothing, () => {
        trail.current.pop();
        setCurrent(null);
        setPosition(last);
        setRound((before) => before + 1);
      });
    },
    reveal: async () => onState(await requests.reveal()),
  };
}
