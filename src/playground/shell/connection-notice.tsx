import { useEffect, useState } from 'react';
import { Button } from '../elements/button.tsx';
import { useWindowEvent } from '../elements/use-window-event.ts';
import { ANSWERS_AGAIN, NO_ANSWER, SLOW_END, SLOW_REQUEST } from '../service/fetch-service.ts';

/** Reports when the service does not answer, is slow, or has another page by now. */
export function ConnectionNotice() {
  const connection = useConnection();
  const text = textOf(connection);
  return (
    <div role="status" className="connection">
      {text === null ? null : (
        <p className={connection.isLost ? 'busy' : undefined}>
          {text}
          {connection.isOutdated ? <Button label="Reload" onClick={() => location.reload()} /> : null}
        </p>
      )}
    </div>
  );
}

function textOf({ isLost, slow, isOutdated }: ReturnType<typeof useConnection>): string | null {
  if (isOutdated)
    return 'The service was updated since this page was loaded. The page keeps your inputs and configurations.';
  if (isLost && !navigator.onLine) return 'This computer is offline. The page tries again until the service answers.';
  if (isLost) return 'The service does not answer. The page tries again until it does.';
  return slow > 0 ? 'The service is slow to answer.' : null;
}

const AGAIN_MS = 1500;

/** Watches the connection to the service. Without one, it asks until there is an answer, and tells the views. */
function useConnection() {
  const [isLost, setLost] = useState(false);
  // How many requests have waited long for their answer.
  const [slow, setSlow] = useState(0);
  // The service has another page by now: only a reload helps.
  const [isOutdated, setOutdated] = useState(false);
  // The code of an outdated page is gone from the service: its requests fail for good.
  useWindowEvent(NO_ANSWER, () => setLost(!isOutdated));
  useWindowEvent(SLOW_REQUEST, () => setSlow((before) => before + 1));
  useWindowEvent(SLOW_END, () => setSlow((before) => before - 1));
  useEffect(() => {
    if (!isLost) return undefined;
    const controller = new AbortController();
    let timer = setTimeout(() => void ask(), AGAIN_MS);
    const ask = async () => {
      const page = await askForPage(controller.signal);
      if (controller.signal.aborted) return;
      if (page === 'none') {
        timer = setTimeout(() => void ask(), AGAIN_MS);
        return;
      }
      setLost(false);
      setOutdated(page === 'other');
      if (page === 'same') dispatchEvent(new Event(ANSWERS_AGAIN));
    };
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [isLost]);
  return { isLost, slow, isOutdated };
}

/** The page that the service has: none if it does not answer. */
type ServedPage = 'none' | 'same' | 'other';

/** Asks the service for its page, and compares it with this one. */
async function askForPage(signal: AbortSignal): Promise<ServedPage> {
  try {
    const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store', signal });
    if (!response.ok) return 'none';
    const script = scriptIn(await response.text());
    const own = document.querySelector('script[src]')?.getAttribute('src') ?? null;
    return script === own ? 'same' : 'other';
  } catch {
    return 'none';
  }
}

/** The name of the page's script contains a hash of its content. */
function scriptIn(html: string): string | null {
  return /<script[^>]* src="([^"]+)"/.exec(html)?.[1] ?? null;
}
