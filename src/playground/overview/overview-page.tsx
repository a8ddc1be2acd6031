import { useState } from 'react';
import type { AppStatus } from '../../contract/environments/status.ts';
import { toHash } from '../address/address.ts';
import { EmptyState, Notice } from '../elements/notices.tsx';
import { useRequest } from '../service/queries.ts';
import { formatMoment } from '../text/format-figures.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { Changes } from './changes.tsx';
import { NewestEvaluations } from './newest-evaluations.tsx';
import { DAYS, Running } from './running.tsx';

const DAY_MS = 86_400_000;

/** An app at a glance: what runs, how good it is, what failed, what changed. Each line leads to the whole. */
export function OverviewPage() {
  const { app, appName } = useWorkspace();
  return (
    <>
      <h1>{appName}</h1>
      {app === null ? (
        <EmptyState title="Not deployed yet" command="wf deploy">
          The routes of the sources are under Routes. A deploy makes the app, whose state is shown here.
        </EmptyState>
      ) : (
        <Status appId={app.app_id} />
      )}
    </>
  );
}

function Status({ appId }: { readonly appId: string }) {
  const [since] = useState(() => new Date(Date.now() - DAYS * DAY_MS).toISOString());
  const { value, error } = useRequest('GET /status', { app_id: appId, since });
  const status = value?.[0];
  if (status === undefined) return <Notice error={error}>Loading…</Notice>;
  return (
    <>
      <section className="part" aria-label="What runs">
        <h2>What runs</h2>
        <Running environments={status.environments} since={since} />
      </section>
      <section className="part" aria-label="Newest evaluations">
        <h2>Newest evaluations</h2>
        <NewestEvaluations appId={appId} />
      </section>
      <section className="part" aria-label="What failed last">
        <h2>What failed last</h2>
        <LastFailure status={status} />
      </section>
      <section className="part" aria-label="What changed">
        <h2>What changed in {DAYS} days</h2>
        <Changes changes={status.changes} />
      </section>
    </>
  );
}

/** The newest failure of an evaluation, or of a call where the key may read logs. */
function LastFailure({ status: { last_failure: failure, changes } }: { readonly status: AppStatus }) {
  const { appName } = useWorkspace();
  if (failure === null) {
    return <p className="notice">{changes === null ? 'No evaluation failed.' : 'No call and no evaluation failed.'}</p>;
  }
  const { kind, at, message, environment, evaluation_id } = failure;
  const where = environment === null ? '' : ` in ${environment}`;
  return (
    <p className="card">
      <span className="tag bad">{kind === 'call' ? `a call${where}` : 'an evaluation'}</span>{' '}
      <span className="faint">{formatMoment(at)}</span>{' '}
      {evaluation_id === null ? (
        message
      ) : (
        <a href={toHash({ page: 'evaluations', app: appName, id: evaluation_id })}>{message}</a>
      )}
    </p>
  );
}
