import type { AppChanges } from '../../contract/audit/app-changes.ts';
import { ALL_CHANGED } from './changed-by.ts';
import { ANSWERS_AGAIN } from './fetch-service.ts';
import { toAddress } from './request.ts';

interface WatchOptions {
  readonly onChanges: (changes: AppChanges) => void;
  /** Called with whether changes arrive; otherwise everything is fetched again from time to time. */
  readonly onLive: (isLive: boolean) => void;
}

/** The service tells every 15 seconds that it lives. */
const SILENCE_MS = 40_000;
/** Wait for the first event, and for the browser's own attempts after an error. A proxy may keep events back. */
const PATIENCE_MS = 5000;
/** How often everything is fetched again where changes do not arrive. */
export const AGAIN_MS = 30_000;
/** Changes that follow each other are fetched together. */
const TOGETHER_MS = 1000;

/**
 * Follows the changes of an app while the page can be seen: a browser has few connections to a service, and a hidden tab
 * should hold none. Whenever the stream begins, everything may have changed.
 *
 * @returns stops
 */
export function watchChanges(appId: string, { onChanges, onLive }: WatchOptions): () => void {
  const gathered = gather(onChanges);
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const after = (ms: number, next: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(next, ms);
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = () => {
    close();
    if (document.visibilityState === 'hidden') return;
    source = new EventSource(toAddress('GET /apps/{app_id}/changes', { app_id: appId }));
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      after(SILENCE_MS, lose);
      onLive(true);
      gathered.add(JSON.parse(data) as AppChanges); // of the service that sent this page
    });
    source.addEventListener('error', () => after(source?.readyState === EventSource.CLOSED ? 0 : PATIENCE_MS, lose));
    after(PATIENCE_MS, lose);
  };
  const lose = () => {
    close();
    onLive(false);
    gathered.add(ALL_CHANGED);
    after(AGAIN_MS, open);
  };
  addEventListener('visibilitychange', open);
  addEventListener(ANSWERS_AGAIN, open);
  open();
  return () => {
    close();
    gathered.stop();
    removeEventListener('visibilitychange', open);
    removeEventListener(ANSWERS_AGAIN, open);
  };
}

/** Passes on what changed: the first at once, and what follows within a second together. */
function gather(onChanges: (changes: AppChanges) => void) {
  let waiting: AppChanges | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const pass = () => {
    timer = null;
    if (waiting === null) return;
    const passed = waiting;
    waiting = null;
    timer = setTimeout(pass, TOGETHER_MS);
    onChanges(passed);
  };
  return {
    add: (changes: AppChanges): void => {
      if (!changes.all && changes.records.length === 0) return;
      waiting = {
        all: changes.all || waiting?.all === true,
        records: [...(waiting?.records ?? []), ...changes.records],
      };
      if (timer === null) pass();
    },
    stop: (): void => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
