import { useEffect, useReducer } from 'react';
import { ANSWERS_AGAIN, NO_ANSWER, SLOW_END, SLOW_REQUEST } from '../../service/fetch-service.ts';
import { askForPage } from './ask-for-page.ts';
import { type Connection, type ConnectionEvent, GOOD, nextConnection } from './connection.ts';

const AGAIN_MS = 1500;

const EVENTS: readonly (readonly [type: string, event: ConnectionEvent])[] = [
  [NO_ANSWER, 'no-answer'],
  [SLOW_REQUEST, 'slow-request'],
  [SLOW_END, 'slow-end'],
];

/** Watches the connection to the service. Without one, it asks until there is an answer, and tells the views. */
export function useConnection(): Connection {
  const [connection, change] = useReducer(nextConnection, GOOD);
  useEffect(() => {
    const listeners = EVENTS.map(([type, event]) => [type, () => change(event)] as const);
    for (const [type, listener] of listeners) addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) removeEventListener(type, listener);
    };
  }, []);
  const { isLost } = connection;
  useEffect(() => {
    if (!isLost) return undefined;
    const controller = new AbortController();
    let timer = setTimeout(() => void ask(), AGAIN_MS);
    const ask = async () => {
      const page = await askForPage(controller.signal);
      if (controller.signal.aborted) return;
      if (page === 'none') {
        timer = setTimeout(() => void ask(), AGAIN_MS);
      } else {
        change(page === 'same' ? 'answer' : 'other-page');
        if (page === 'same') dispatchEvent(new Event(ANSWERS_AGAIN));
      }
    };
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isLost]);
  return connection;
}
