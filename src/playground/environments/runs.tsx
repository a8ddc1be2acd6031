import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { formatTime, nameRevision } from '../text/format-figures.ts';

type Deployed = Pick<
  EnvironmentOutput,
  | 'name'
  | 'revision'
  | 'deployed_variant_name'
  | 'deployed_variant_revision'
  | 'deployed_app_variant_revision_id'
  | 'deployed_at'
  | 'deployed_by'
>;

/** Describes what an environment runs, as in `runs tuned@3`. */
export function describeRuns(environment: Deployed): string {
  return environment.revision === null ? 'nothing deployed yet' : `runs ${nameRunning(environment)}`;
}

/** `tuned@3` */
export function nameRunning({ deployed_variant_name: name, deployed_variant_revision: revision }: Deployed): string {
  if (name === null) return 'a deleted variant';
  return revision == null ? name : nameRevision(name, revision);
}

interface MovedNoticeProps {
  /** The environment when the person began. */
  readonly seen: Deployed | undefined;
  readonly now: Deployed | undefined;
}

/** Tells that somebody else deployed to an environment meanwhile: what follows would replace that. */
export function MovedNotice({ seen, now }: MovedNoticeProps) {
  if (seen === undefined || now === undefined) return null;
  const { deployed_by: by, deployed_at: at } = now;
  // Its variables have revisions, too, and code comes with a deploy.
  const isSame = now.deployed_app_variant_revision_id === seen.deployed_app_variant_revision_id;
  const what = isSame ? 'changed its code or its variables' : 'deployed that';
  const told = by == null || at == null ? '' : ` ${by} ${what} at ${formatTime(at)}.`;
  return (
    <p className="notice" role="alert">
      {now.name} changed while this dialog was open. Before: {describeRuns(seen)}. Now: {describeRuns(now)}.{told}
    </p>
  );
}
