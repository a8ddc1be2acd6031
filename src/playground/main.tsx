import { createRoot } from 'react-dom/client';
import { Entry } from './entry.tsx';
import { parseVoteAddress } from './human-evaluations/voting/vote-address.ts';
import { loadViews } from './shell/app-view.tsx';

/** Until then, the first view should have all of the network and the processor. */
const FIRST_VIEW_MS = 1000;

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Entry />);
if (parseVoteAddress(location.hash) === null) {
  addEventListener('load', () => setTimeout(() => void loadViews(), FIRST_VIEW_MS));
}
