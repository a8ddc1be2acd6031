import type { Connection } from './connection.ts';
import { useConnection } from './use-connection.ts';

/** Reports when the service does not answer, is slow, or has another page by now. */
export function ConnectionNotice() {
  const connection = useConnection();
  const text = textOf(connection);
  return (
    <div role="status" className="connection">
      {text === null ? null : (
        <p className={connection.isLost ? 'busy' : undefined}>
          {text}
          {connection.isOutdated ? (
            <button type="button" onClick={() => location.reload()}>
              Reload
            </button>
          ) : null}
        </p>
      )}
    </div>
  );
}

function textOf({ isLost, slow, isOutdated }: Connection): string | null {
  if (isOutdated)
    return 'The service was updated since this page was loaded. The page keeps your inputs and configurations.';
  if (isLost && !navigator.onLine) return 'This computer is offline. The page tries again until the service answers.';
  if (isLost) return 'The service does not answer. The page tries again until it does.';
  return slow > 0 ? 'The service is slow to answer.' : null;
}
