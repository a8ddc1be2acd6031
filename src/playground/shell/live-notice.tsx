import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchChanged } from '../service/queries.ts';
import { AGAIN_MS, watchChanges } from '../service/watch-changes.ts';

/** Keeps what is shown of an app up to date, and says so where it cannot. @param appId - `null`: it exists only in the sources */
export function LiveNotice({ appId }: { readonly appId: string | null }) {
  const client = useQueryClient();
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    if (appId === null) return undefined;
    return watchChanges(appId, { onChanges: (changes) => fetchChanged(client, changes), onLive: setLive });
  }, [client, appId]);
  return (
    <div role="status" className="live">
      {isLive ? null : (
        <p className="notice">
          Changes do not arrive from the service. What you see is fetched again every {AGAIN_MS / 1000} seconds.
        </p>
      )}
    </div>
  );
}
