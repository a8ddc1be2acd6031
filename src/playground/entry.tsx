import { useSyncExternalStore } from 'react';
import { parseVoteAddress } from './human-evaluations/voting/vote-address.ts';
import { VotePage } from './human-evaluations/voting/vote-page.tsx';
import { Page } from './shell/page.tsx';

/** Whoever comes by a link to vote sees nothing of the rest, and is asked for no key. */
export function Entry() {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const address = parseVoteAddress(hash);
  return address === null ? <Page /> : <VotePage key={address.evaluationId} address={address} />;
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
