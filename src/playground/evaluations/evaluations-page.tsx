import type { CompareViewProps } from './comparing/compare-view.tsx';
import { LazyView } from '../elements/lazy-view.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { EvaluationList } from './evaluation-list.tsx';
import { EvaluationView } from './evaluation-view.tsx';
import { PageHead } from '../elements/page-head.tsx';

interface EvaluationsPageProps {
  readonly id: string | null;
  /** What a view shows: filters, an opened row, what to compare with. */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

export function EvaluationsPage({ id, query = {} }: EvaluationsPageProps) {
  const { app } = useWorkspace();
  if (app === null) {
    return (
      <>
        <h1>Evaluations</h1>
        <EmptyState title="No evaluations yet" command="wf deploy">
          An evaluation runs a deployed variant on every row of a test set. Deploy first.
        </EmptyState>
      </>
    );
  }
  if (id === null && query['view'] === 'trends') {
    return (
      <LazyView
        name="trends"
        title="Trends"
        load={loadTrends}
        props={{ appId: app.app_id, metric: query['metric'] ?? '', subject: query['of'] ?? '' }}
      />
    );
  }
  if (id === null) return <EvaluationList appId={app.app_id} query={query} />;
  const { baseline, by = '' } = query;
  if (baseline !== undefined) return <ComparePage id={id} baseline={baseline} column={by} />;
  return <EvaluationView key={id} id={id} query={query} />;
}

const loadTrends = async () => (await import('./trends/trends-page.tsx')).TrendsPage;

/** A comparison. Its code, with that of the pictures, is loaded when the first one is opened. */
function ComparePage(props: CompareViewProps) {
  const { appName } = useWorkspace();
  return (
    <>
      <PageHead title="Compare evaluations" back={{ page: 'evaluations', app: appName, id: null }} />
      <LazyView name="comparison" load={loadComparison} props={props} />
    </>
  );
}

const loadComparison = async () => (await import('./comparing/compare-view.tsx')).CompareView;
