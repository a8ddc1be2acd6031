import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAnswersAgain } from './use-answers-again.ts';

/** The state of a fetched value. */
export interface Loaded<T> {
  /** The last value, also while a newer one loads; `null` before the first. */
  readonly value: T | null;
  readonly error: string | null;
  readonly reload: () => void;
}

interface State<T> {
  readonly key: string;
  readonly value: T | null;
  readonly error: string | null;
}

/**
 * Fetches a value, and again when its key changes or on `reload`.
 *
 * @param key - identifies the value; `null` fetches nothing
 */
export function useLoaded<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key: '', value: null, error: null });
  const [round, setRound] = useState(0);
  // The key identifies the value: `load` is a new function on every render.
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const request = useMemo(() => (key === null ? null : { key, round }), [key, round]);
  useEffect(() => {
    if (request === null) return undefined;
    const controller = new AbortController();
    latest.current(controller.signal).then(
      (value) => setState({ key: request.key, value, error: null }),
      (error: unknown) => {
        if (controller.signal.aborted) return;
        setState((before) => toFailed(before, request.key, messageOf(error)));
      },
    );
    return () => controller.abort();
  }, [request]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const isCurrent = state.key === key;
  useAnswersAgain(state.error !== null, reload);
  return { value: isCurrent ? state.value : null, error: isCurrent ? state.error : null, reload };
}

function toFailed<T>(before: State<T>, key: string, error: string): State<T> {
  return { key, value: before.key === key ? before.value : null, error };
}

/** Describes a thrown value to the user. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server does not respond. Is it still running?';
  return error instanceof Error ? error.message : String(error);
}
