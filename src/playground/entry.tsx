import { useSyncExternalStore } from 'react';
import { parseVoteAddress } from './human-evaluations/voting/vote-address.ts';
import { Announcement } from './elements/announcement.tsx';
import { LazyView } from './elements/lazy-view.tsx';
import { ConnectionNotice } from './shell/connection/connection-notice.tsx';
import { QueryProvider } from './service/query-provider.tsx';
import { Page } from './shell/page.tsx';

/** The page's root. A voter's link opens only the voting page, and needs no key. */
export function Entry() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const address = parseVoteAddress(hash);
  return (
    <QueryProvider>
      <Announcement />
      {address === null ? (
        <Page />
      ) : (
        <LazyView key={address.evaluationId} name="vote" title="Vote" load={loadVotePage} props={{ address }} />
      )}
      <ConnectionNotice />
    </QueryProvider>
  );
}

const loadVotePage = async () => (await import('./human-evaluations/voting/vote-page.tsx')).VotePage;

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
