import type { EnvironmentStatus } from '../../contract/environments/status.ts';
import { toHash } from '../address/address.ts';
import { RecordTable } from '../elements/record-tables.tsx';
import { EmptyState } from '../elements/notices.tsx';
import { formatTime, nameRevision } from '../text/format-figures.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The overview tells the changes of so many days. */
export const DAYS = 7;

/** Column of what ran then. */
const AGO = `${DAYS} days ago`;

interface RunningProps {
  readonly environments: readonly EnvironmentStatus[];
  /** The instant to which what runs is compared. */
  readonly since: string;
}

/** What each environment runs, since when, and why. */
export function Running({ environments, since }: RunningProps) {
  const { appName } = useWorkspace();
  if (environments.length === 0) {
    return (
      <EmptyState title="Nothing runs yet" command="wf env deploy production --variant VARIANT">
        An environment runs one revision of a variant. Deploy one to see it here.
      </EmptyState>
    );
  }
  return (
    <RecordTable
      label="What runs"
      columns={['Environment', 'Runs', 'Since', 'By', 'Why', AGO]}
      rows={environments.map((each) => ({
        key: each.name,
        cells: {
          Environment: <a href={toHash({ page: 'environments', app: appName, name: each.name })}>{each.name}</a>,
          ...(each.revision === null
            ? { Runs: <span className="faint">nothing deployed yet</span> }
            : cellsOf(each, since)),
        },
      }))}
    />
  );
}

function cellsOf(status: EnvironmentStatus, since: string) {
  const isOlder = status.created_at !== null && status.created_at < since;
  return {
    Runs: <span className="name">{nameOf(status)}</span>,
    Since: <span className="faint">{status.created_at === null ? '-' : formatTime(status.created_at)}</span>,
    By: status.modified_by ?? '-',
    Why: <Why status={status} />,
    // Nothing is said of what ran the same before a later revision, or of nothing.
    [AGO]: status.ran_before ?? <span className="faint">{isOlder ? 'the same' : '-'}</span>,
  };
}

function nameOf({ deployed_variant_name: name, deployed_variant_revision: revision }: EnvironmentStatus): string {
  return name === null ? 'a deleted variant' : nameRevision(name, revision ?? '?');
}

/** The gates that it passed, with the evaluations that proved it, and what the person said. */
function Why({ status: { gates, evaluation_ids, message } }: { readonly status: EnvironmentStatus }) {
  const { appName } = useWorkspace();
  const [proof] = evaluation_ids;
  return (
    <>
      {proof === undefined ? (
        <span className="faint">no gate</span>
      ) : (
        <a href={toHash({ page: 'evaluations', app: appName, id: proof })}>passed {gates.join(', ')}</a>
      )}
      {message === null ? null : `: ${message}`}
    </>
  );
}
