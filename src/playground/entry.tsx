import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useHash } from './address/address.ts';
import { useWindowEvent } from './elements/use-window-event.ts';
import { parseVoteAddress } from './human-evaluations/voting/vote-address.ts';
import { Announcement } from './elements/announcement.tsx';
import { LazyView } from './elements/lazy-view.tsx';
import { ConnectionNotice } from './shell/connection-notice.tsx';
import { ANSWERS_AGAIN } from './service/fetch-service.ts';
import { Page } from './shell/page.tsx';

/** The page's root. A voter's link opens only the voting page, and needs no key. */
export function Entry() {
  const address = parseVoteAddress(useHash());
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

/** Gives the views one cache of what they fetched. What failed is fetched again when the service answers again. */
function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useWindowEvent(ANSWERS_AGAIN, () => {
    void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A service on this machine answers without a network.
        networkMode: 'always',
        // The page says that the service is gone, and asks it until it answers.
        retry: false,
        refetchOnWindowFocus: false,
        // How an evaluation ended is said in a hidden tab, too.
        refetchIntervalInBackground: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
