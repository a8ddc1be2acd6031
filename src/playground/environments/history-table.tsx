import { useState } from 'react';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { nameGates, provenGates } from '../../contract/environments/gates.ts';
import { Button } from '../elements/button.tsx';
import { numbers, RecordTable } from '../elements/record-tables.tsx';
import { formatTime, nameRevision } from '../text/format-figures.ts';
import { RollbackDialog } from './rollback-dialog.tsx';

const TEXTS = ['Variant', 'Deployed', 'By'];

interface HistoryTableProps {
  readonly environment: EnvironmentOutput;
  /** Oldest first. */
  readonly revisions: readonly EnvironmentRevision[];
}

/** What an environment ran, newest first; each revision can be restored. */
export function HistoryTable({ environment, revisions }: HistoryTableProps) {
  const hasEvidence = revisions.some(({ evidence }) => evidence != null);
  const [target, setTarget] = useState<EnvironmentRevision | null>(null);
  return (
    <>
      <RecordTable
        label="History"
        columns={[...numbers('Revision'), ...TEXTS, ...(hasEvidence ? ['Gate'] : []), 'Why', '']}
        rows={revisions.toReversed().map((each) => ({
          key: each.id,
          cells: {
            Revision: each.revision,
            Variant: <span className="name">{nameOf(each)}</span>,
            Deployed: <span className="faint">{formatTime(each.created_at)}</span>,
            By: each.modified_by,
            Gate: <Evidence revision={each} />,
            Why: <Why revision={each} />,
            '':
              each.revision === environment.revision ? (
                <span className="tag good">current</span>
              ) : (
                <Button label="Roll back…" context={`to revision ${each.revision}`} onClick={() => setTarget(each)} />
              ),
          },
        }))}
      />
      {target === null ? null : (
        <RollbackDialog
          target={target}
          variant={nameOf(target)}
          environment={environment}
          onClose={() => setTarget(null)}
        />
      )}
    </>
  );
}

/** `tuned@3` */
function nameOf({ deployed_variant_name: name, deployed_variant_revision: revision }: EnvironmentRevision): string {
  return name == null ? '-' : nameRevision(name, revision ?? '?');
}

function Evidence({ revision: { evidence } }: { readonly revision: EnvironmentRevision }) {
  if (evidence == null) return <span className="faint">-</span>;
  const names = provenGates(evidence).map((gate) => nameGates([gate]));
  return (
    <div className="tags">
      {names.map((name) => (
        <span key={name} className="tag good">
          {name}
        </span>
      ))}
    </div>
  );
}

function Why({ revision: { message, restored_from: restored } }: { readonly revision: EnvironmentRevision }) {
  const parts = [restored == null ? null : `Rolled back to revision ${restored}`, message ?? null].filter(
    (one) => one !== null,
  );
  return parts.length === 0 ? <span className="faint">-</span> : parts.join(': ');
}
