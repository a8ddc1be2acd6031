import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ANSWERS_AGAIN } from './fetch-service.ts';

/** Gives the views one cache of what they fetched. What failed is fetched again when the service answers again. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient);
  useEffect(() => {
    const repeat = () => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    addEventListener(ANSWERS_AGAIN, repeat);
    return () => removeEventListener(ANSWERS_AGAIN, repeat);
  }, [client]);
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
