import { goTo, replaceAddress } from '../../address/address.ts';
import { SelectField } from '../../elements/labelled-controls.tsx';
import { Notice } from '../../elements/notices.tsx';
import { PageHead } from '../../elements/page-head.tsx';
import { useRecords } from '../../service/queries.ts';
import { send, sendForPage } from '../../service/request.ts';
import { countText } from '../../text/format-figures.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { isWhole } from '../../../contract/evaluations/subject.ts';
import { isFinished } from '../result-text.ts';
import { metricsOf, readDeploys, readPoints, subjectsOf } from './read-trends.ts';
import { TimePicture, TradeOffPicture } from './trend-pictures.tsx';

/** More points would hide one another. */
const MAX_EVALUATIONS = 1000;

const READS = ['GET /evaluations', 'GET /apps/{app_id}/revisions/{environment_name}'] as const;

interface TrendsPageProps {
  readonly appId: string;
  /** Name of the evaluator; empty for the one that judged most evaluations. */
  readonly metric: string;
  /** The route and the test set; empty for those of the newest evaluation. */
  readonly subject: string;
}

export function TrendsPage({ appId, metric, subject }: TrendsPageProps) {
  const { appName, environments } = useWorkspace();
  const { value, error } = useRecords(READS, { app_id: appId }, async ({ signal }) => {
    const [evaluations, ...histories] = await Promise.all([
      sendForPage(
        'GET /evaluations',
        { app_id: appId, archived: 'false', order: 'desc' },
        { limit: MAX_EVALUATIONS, total: 'true' },
        signal,
      ),
      ...environments.map(({ name }) =>
        send('GET /apps/{app_id}/revisions/{environment_name}', { app_id: appId, environment_name: name }, signal),
      ),
    ]);
    const { items, total } = evaluations;
    const parts = items.filter((item) => isFinished(item) && !isWhole(item)).length;
    return { points: readPoints(items), deploys: readDeploys(histories), left: (total ?? 0) - items.length, parts };
  });
  const back = { page: 'evaluations', app: appName, id: null } as const;
  const subjects = subjectsOf(value?.points ?? []);
  const [of = ''] = subjects.find(([one]) => one === subject) ?? subjects[0] ?? [];
  const ofSubject = (value?.points ?? []).filter((point) => point.subject === of);
  const metrics = metricsOf(ofSubject);
  const chosen = metrics.includes(metric) ? metric : metrics[0];
  const points = ofSubject.filter(({ scores }) => chosen !== undefined && scores[chosen] !== undefined);
  const show = (change: Readonly<Record<string, string>>) =>
    replaceAddress({ ...back, query: { view: 'trends', metric, of: subject, ...change } });
  const open = (id: string) => goTo({ page: 'evaluations', app: appName, id });
  return (
    <>
      <PageHead title="Trends" back={back}>
        {subjects.length < 2 ? null : (
          <SelectField
            className="base"
            label="Evaluations of"
            value={of}
            options={subjects}
            onChange={(next) => show({ of: next })}
          />
        )}
        {chosen === undefined ? null : (
          <SelectField
            className="base"
            label="Score"
            value={chosen}
            options={metrics}
            onChange={(name) => show({ metric: name })}
          />
        )}
      </PageHead>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      {value !== null && chosen === undefined ? <Notice>No finished evaluation has a score yet.</Notice> : null}
      {value !== null && value.left > 0 ? (
        <p className="faint">Of the newest {countText(MAX_EVALUATIONS, 'evaluation')}.</p>
      ) : null}
      {value !== null && value.parts > 0 ? (
        <p className="faint">Without {countText(value.parts, 'evaluation')} of a part of the test set.</p>
      ) : null}
      {chosen === undefined ? null : (
        <section className="pictures" aria-label="Trends">
          <h2 className="hidden">{chosen}</h2>
          <TradeOffPicture metric={chosen} figure="cost" points={points} onOpen={open} />
          <TradeOffPicture metric={chosen} figure="latency" points={points} onOpen={open} />
          <TimePicture metric={chosen} figure="score" points={points} deploys={value?.deploys ?? []} onOpen={open} />
          <TimePicture metric={chosen} figure="cost" points={points} deploys={value?.deploys ?? []} onOpen={open} />
        </section>
      )}
    </>
  );
}
