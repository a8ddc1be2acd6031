import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { describeSource } from '../../contract/environments/describe-source.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { toHash } from '../address/address.ts';
import { Fact } from '../elements/facts.tsx';
import { useRequest } from '../service/queries.ts';
import { formatTime } from '../text/format-figures.ts';
import { DiffView, ValuesView } from '../elements/diff-view.tsx';
import { useWorkspace } from '../workspace/workspace.ts';
import { nameRunning } from './runs.tsx';

interface WhatRunsProps {
  readonly environment: EnvironmentOutput;
  /** Oldest first. */
  readonly revisions: readonly EnvironmentRevision[];
}

/** What an environment runs, since when, and how it differs from what it ran before. */
export function WhatRuns({ environment, revisions }: WhatRunsProps) {
  const { appName } = useWorkspace();
  const { deployed_app_variant_id: id, deployed_at: at, deployed_by: by, source } = environment;
  const [current, before] = [revisions.at(-1), findOther(revisions)];
  const now = useRevisionValues(environment.app_id, ranIn(current));
  const then = useRevisionValues(environment.app_id, ranIn(before));
  const name = nameRunning(environment);
  const commit = describeSource(source);
  return (
    <section className="part" aria-label="What runs">
      <h2>What runs</h2>
      <dl className="card facts">
        <Fact label="Variant">
          {id === null ? name : <a href={toHash({ page: 'variants', app: appName, id })}>{name}</a>}
        </Fact>
        <Fact label="Last changed">
          {at == null ? '-' : formatTime(at)} {by == null ? '' : `by ${by}`}
        </Fact>
        {commit === null ? null : <Fact label="Code from">{commit}</Fact>}
        {current?.message == null ? null : <Fact label="Why">{current.message}</Fact>}
      </dl>
      {now === null ? null : <ValuesView label={`What ${name} sets`} values={now} />}
      {now === null || then === null || before === undefined ? null : (
        <>
          <h3>
            Changed since revision {before.revision}, which ran {before.deployed_variant_name}@
            {before.deployed_variant_revision}
          </h3>
          <DiffView before={then} after={now} />
        </>
      )}
    </section>
  );
}

/** Finds the newest revision that ran something else. */
function findOther(revisions: readonly EnvironmentRevision[]): EnvironmentRevision | undefined {
  const current = revisions.at(-1)?.deployed_app_variant_revision;
  return revisions.findLast((each) => each.deployed_app_variant_revision !== current);
}

/** Fetches what a revision of a variant sets. `null`: not known, or the variant was deleted. */
export function useRevisionValues(app_id: string, ran: Ran | undefined): Parameters | null {
  const { id = null, revision = null } = ran ?? {};
  const { value: found } = useRequest(
    'GET /apps/{app_id}/variants',
    id === null ? null : { app_id, variant_revision_id: id },
  );
  const variant_id = found?.[0]?.variant_id;
  const { value } = useRequest(
    'GET /variants/{variant_id}/revisions/{revision}',
    variant_id === undefined || revision === null ? null : { variant_id, revision },
  );
  return value === null ? null : setValuesOf(value.config);
}

/** The revision of a variant that an environment ran. */
interface Ran {
  readonly id: string | null;
  readonly revision: number | null;
}

function ranIn(revision: EnvironmentRevision | undefined): Ran | undefined {
  if (revision === undefined) return undefined;
  return { id: revision.deployed_app_variant_revision, revision: revision.deployed_variant_revision ?? null };
}
