import { useEffect, useState } from 'react';
import { DEV_EVENTS_PATH, type DevEvent } from '../../contract/develop/dev-events.ts';

export interface DevState {
  /** What `wf dev` said last; `null` before it said anything. */
  readonly event: DevEvent | null;
  /** Whether `wf dev` is there. The browser tries again by itself. */
  readonly isConnected: boolean;
}

/**
 * Listens to `wf dev`.
 *
 * @param isDev - whether this server is one
 */
export function useDevEvent(isDev: boolean): DevState {
  const [state, setState] = useState<DevState>({ event: null, isConnected: true });
  useEffect(() => {
    if (!isDev) return undefined;
    const source = new EventSource(DEV_EVENTS_PATH);
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      // The server that sent this page states the contract it is written to.
      setState({ event: JSON.parse(data) as DevEvent, isConnected: true });
    });
    source.addEventListener('open', () => setState((before) => ({ ...before, isConnected: true })));
    source.addEventListener('error', () => setState((before) => ({ ...before, isConnected: false })));
    return () => source.close();
  }, [isDev]);
  return state;
}
