import { createRoot } from 'react-dom/client';
import { readReport, ReportPage } from './report-page.tsx';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<ReportPage report={readReport()} />);
