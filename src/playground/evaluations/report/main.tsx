import { createRoot } from 'react-dom/client';
import { ReportPage } from './report-page.tsx';
import { readReport } from './read-report.ts';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<ReportPage report={readReport()} />);
