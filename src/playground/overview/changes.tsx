import type { AuditEntry } from '../../contract/audit/audit-entry.ts';
import type { AppStatus } from '../../contract/environments/status.ts';
import { type AppAddress, toHash } from '../address/address.ts';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { RecordTable } from '../elements/record-tables.tsx';
import { countText, formatMoment } from '../text/format-figures.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Who changed what. @param changes - `null`: the key may not read the audit log */
export function Changes({ changes }: Pick<AppStatus, 'changes'>) {
  const { appName, appFlag } = useWorkspace();
  if (changes === null) return <p className="notice">Your key may not read who changed what: that takes an auditor.</p>;
  if (changes.count === 0) return <p className="notice">Nothing.</p>;
  const rest = changes.count - changes.newest.length;
  return (
    <>
      <RecordTable
        label="What changed"
        columns={['When', 'By', 'What', 'Change']}
        rows={changes.newest.map((entry) => ({
          key: entry.id,
          cells: {
            When: <span className="faint">{formatMoment(entry.created_at)}</span>,
            By: entry.key_name,
            What: <Changed entry={entry} />,
            Change: entry.summary ?? entry.action,
          },
        }))}
      />
      {rest === 0 ? null : <p className="faint">and {countText(rest, 'more change')}:</p>}
      <TerminalCommand command={toCommand(['wf', 'log'], { '--app': appFlag === '' ? appName : appFlag }, [])} />
    </>
  );
}

function Changed({ entry }: { readonly entry: AuditEntry }) {
  const { appName } = useWorkspace();
  const { kind, name, record } = entry;
  const text = name === null ? kind : `${kind} ${name}`;
  const address = addressOf(entry, appName);
  return address === null ? <span title={record ?? undefined}>{text}</span> : <a href={toHash(address)}>{text}</a>;
}

/** Returns the view of a changed record; `null`: it has none, or is gone. */
function addressOf({ kind, name, record: id, action }: AuditEntry, app: string): AppAddress | null {
  if (id === null || action.startsWith('delete')) return null;
  if (kind === 'variant') return { page: 'variants', app, id };
  if (kind === 'evaluation') return { page: 'evaluations', app, id };
  if (kind === 'human evaluation') return { page: 'human-evaluations', app, id };
  return kind === 'environment' ? { page: 'environments', app, name } : null;
}
