import { createRoot } from 'react-dom/client';
import { Entry } from './entry.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Entry />);
