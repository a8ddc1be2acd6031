import { useState } from 'react';
import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../contract/records/variant.ts';
import { toHash } from '../address/address.ts';
import { goTo } from '../address/use-address.ts';
import { Notice } from '../elements/notice.tsx';
import { formatTime } from '../output/format-figures.ts';
import { openInDraft } from '../route/open-in-draft.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace } from '../workspace.ts';
import { DeployDialog } from './deploy-dialog.tsx';
import { DiffView } from './diff-view.tsx';

/** A variant: its parameters, and what each revision changed. */
export function VariantView({ variant }: { readonly variant: AppVariantResponse }) {
  const { appName } = useWorkspace();
  const { variant_id: id, variant_name: name } = variant;
  const { value, error } = useLoaded(id, (signal) =>
    send('GET /variants/{variant_id}/revisions', { variant_id: id }, signal),
  );
  const newestFirst = (value ?? []).toReversed();
  return (
    <>
      <p>
        <a href={toHash({ page: 'variants', app: appName, id: null })}>Variants</a>
      </p>
      <h1>{name}</h1>
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      <ol className="history" reversed aria-label="Revisions">
        {newestFirst.map((revision, place) => (
          <RevisionItem
            key={revision.revision}
            variant={variant}
            revision={revision}
            before={newestFirst[place + 1]?.config.parameters ?? null}
          />
        ))}
      </ol>
    </>
  );
}

interface RevisionItemProps {
  readonly variant: AppVariantResponse;
  readonly revision: AppVariantRevision;
  /** What the revision before held; `null` for the first. */
  readonly before: Parameters | null;
}

function RevisionItem({ variant, revision, before }: RevisionItemProps) {
  const { appName, environments, routes } = useWorkspace();
  const [isDeploying, setDeploying] = useState(false);
  const { variant_id: variantId, variant_name: variantName } = variant;
  const parameters = revision.config.parameters ?? {};
  const open = () => {
    openInDraft(appName, routes, { variantId, variantName, revision: revision.revision, parameters });
    goTo({ page: 'routes', app: appName, path: null });
  };
  return (
    <li className="card">
      <header className="card-head">
        <h2>Revision {revision.revision}</h2>
        <span className="faint">
          {formatTime(revision.created_at)} · {revision.modified_by}
        </span>
      </header>
      {before === null ? (
        <pre className="output" tabIndex={0} role="group" aria-label={`Parameters of revision ${revision.revision}`}>
          {JSON.stringify(parameters, null, 2)}
        </pre>
      ) : (
        <DiffView before={before} after={parameters} />
      )}
      <div className="actions">
        {routes.length === 0 ? null : (
          <button type="button" onClick={open}>
            Open in playground<span className="hidden"> revision {revision.revision}</span>
          </button>
        )}
        {environments.length === 0 ? null : (
          <button type="button" onClick={() => setDeploying(true)}>
            Deploy…<span className="hidden"> revision {revision.revision}</span>
          </button>
        )}
      </div>
      {isDeploying ? (
        <DeployDialog
          variantId={variantId}
          variantName={variantName}
          revision={revision.revision}
          onClose={() => setDeploying(false)}
        />
      ) : null}
    </li>
  );
}
