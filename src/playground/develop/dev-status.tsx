import { DEV_EVENTS_PATH, type DevEvent } from '../../contract/develop/dev-events.ts';
import { useEffect, useState } from 'react';

/** Shows whether the last save built, and if not, the error and its position. */
export function DevStatus({ event }: { readonly event: DevEvent }) {
  if (event.type === 'reload-end') return null;
  const { message, file, line, column, frame, routes } = event;
  const position =
    file === null ? '' : `${file}${line === null ? '' : `:${line}${column === null ? '' : `:${column}`}`}`;
  return (
    <div className="failure banner" role="alert">
      <p>
        <b>{position === '' ? 'The workflow does not build' : position}</b> {message}
      </p>
      {frame === null ? null : (
        <pre tabIndex={0} role="group" aria-label="Source">
          {frame}
        </pre>
      )}
      {routes.length === 0 ? null : <p>The last good version keeps answering.</p>}
    </div>
  );
}

interface DevState {
  readonly event: DevEvent | null;
  /** Whether `wf dev` is connected. The browser reconnects automatically. */
  readonly isConnected: boolean;
}

/**
 * Subscribes to the events of `wf dev`.
 *
 * @param isDev - whether `wf dev` serves this page
 */
export function useDevEvent(isDev: boolean): DevState {
  const [state, setState] = useState<DevState>({ event: null, isConnected: true });
  useEffect(() => {
    if (!isDev) return undefined;
    const source = new EventSource(DEV_EVENTS_PATH);
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      // The server that sent this page keeps to the same contract.
      setState({ event: JSON.parse(data) as DevEvent, isConnected: true });
    });
    source.addEventListener('open', () => setState((before) => ({ ...before, isConnected: true })));
    source.addEventListener('error', () => setState((before) => ({ ...before, isConnected: false })));
    return () => source.close();
  }, [isDev]);
  return state;
}
