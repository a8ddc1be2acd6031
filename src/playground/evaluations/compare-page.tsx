import { LazyView } from '../elements/lazy-view.tsx';
import { PageHead } from '../elements/page-head.tsx';
import { useWorkspace } from '../workspace/workspace.ts';

interface ComparePageProps {
  readonly id: string;
  readonly baseline: string;
  readonly column: string;
}

/** A comparison. Its code, with that of the pictures, is loaded when the first one is opened. */
export function ComparePage(props: ComparePageProps) {
  const { appName } = useWorkspace();
  return (
    <>
      <PageHead title="Compare evaluations" back={{ page: 'evaluations', app: appName, id: null }} />
      <LazyView name="comparison" load={loadComparison} props={props} />
    </>
  );
}

const loadComparison = async () => (await import('./comparing/compare-view.tsx')).CompareView;
