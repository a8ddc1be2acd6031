import { Notice } from '../elements/notices.tsx';
import { LabelTags, type ListQuery } from '../labels/list-filter.tsx';
import { useRequest } from '../service/queries.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { NoVariants, VariantList } from './variant-list.tsx';
import { useState } from 'react';
import type { AppVariantResponse, AppVariantRevision, Parameters } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { goTo } from '../address/address.ts';
import { FoldedCommands } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { Button } from '../elements/button.tsx';
import { NotFound, PageHead } from '../elements/page-head.tsx';
import { formatTime } from '../text/format-figures.ts';
import { openInDraft } from '../drafts/draft.ts';
import { MetadataActions } from '../labels/metadata-actions.tsx';
import { send } from '../service/request.ts';
import { DeployDialog } from '../environments/deploy-dialog.tsx';
import { DiffView, ValuesView } from '../elements/diff-view.tsx';

interface VariantsPageProps {
  readonly id: string | null;
  readonly query?: ListQuery | undefined;
}

export function VariantsPage({ id, query = {} }: VariantsPageProps) {
  const { app } = useWorkspace();
  if (id !== null) return <StoredVariant key={id} id={id} />;
  if (app !== null) return <VariantList appId={app.app_id} query={query} />;
  return (
    <>
      <h1>Variants</h1>
      <NoVariants />
    </>
  );
}

function StoredVariant({ id }: { readonly id: string }) {
  const { app, appName } = useWorkspace();
  // Asks the app's list: a variant that is not there is an empty answer and no failure.
  const { value, error } = useRequest(
    'GET /apps/{app_id}/variants',
    app === null ? null : { app_id: app.app_id, id_prefix: id, limit: 1 },
  );
  const variant = value?.find(({ variant_id }) => variant_id === id);
  if (variant !== undefined) return <VariantView variant={variant} />;
  if (value === null && app !== null) return <Notice error={error}>Loading…</Notice>;
  return <NotFound what="variant" name={id} back={{ page: 'variants', app: appName, id: null }} />;
}

function VariantView({ variant }: { readonly variant: AppVariantResponse }) {
  const { appName, appFlag, bases } = useWorkspace();
  const { variant_id: id, variant_name: name } = variant;
  const { value, error } = useRequest('GET /variants/{variant_id}/revisions', { variant_id: id });
  const newestFirst = (value ?? []).toReversed();
  return (
    <>
      <PageHead title={name} back={{ page: 'variants', app: appName, id: null }}>
        {bases.length > 1 ? <span className="tag">{variant.base_name}</span> : null}
        <LabelTags record={variant} page="variants" />
        <MetadataActions
          what={`variant ${name}`}
          record={variant}
          command={['wf', 'variants', 'update', name]}
          onChange={(body) => send('PATCH /variants/{variant_id}/metadata', { variant_id: id, body })}
        />
      </PageHead>
      <FoldedCommands
        commands={['revisions', 'show'].map((verb) =>
          toCommand(['wf', 'variants', verb], { '--app': appFlag }, [name]),
        )}
      />
      {value === null ? <Notice error={error}>Loading…</Notice> : null}
      <ol className="history" reversed aria-label="Revisions">
        {newestFirst.map((revision, index) => (
          <RevisionItem
            key={revision.revision}
            variant={variant}
            revision={revision}
            before={setBefore(newestFirst[index + 1])}
          />
        ))}
      </ol>
    </>
  );
}

function setBefore(revision: AppVariantRevision | undefined): Parameters | null {
  return revision === undefined ? null : setValuesOf(revision.config);
}

interface RevisionItemProps {
  readonly variant: AppVariantResponse;
  readonly revision: AppVariantRevision;
  /** What the previous revision set; `null` for the first. */
  readonly before: Parameters | null;
}

function RevisionItem({ variant, revision, before }: RevisionItemProps) {
  const { environments, routes } = useWorkspace();
  const [isDeploying, setDeploying] = useState(false);
  const open = useOpener(variant, revision);
  const { variant_id: variantId, variant_name: variantName } = variant;
  const set = setValuesOf(revision.config);
  const isFirst = before === null;
  const name = `revision ${revision.revision}`;
  return (
    <li className="card">
      <header className="card-head">
        <h2>Revision {revision.revision}</h2>
        {environments
          .filter(({ deployed_app_variant_revision_id: id }) => id !== null && id === revision.id)
          .map((each) => (
            <span key={each.name} className="tag good">
              runs in {each.name}
            </span>
          ))}
        <span className="faint end">
          {formatTime(revision.created_at)} · {revision.modified_by}
        </span>
      </header>
      {isFirst && Object.keys(set).length === 0 ? (
        <p className="faint">Nothing is set: every field has the code’s default.</p>
      ) : isFirst ? (
        <ValuesView label={`What ${name} sets`} values={set} />
      ) : (
        <DiffView before={before} after={set} />
      )}
      <div className="actions">
        {routes.length === 0 ? null : <Button label="Open in playground" context={name} onClick={() => void open()} />}
        {environments.length === 0 ? null : (
          <Button label="Deploy…" context={name} onClick={() => setDeploying(true)} />
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

function useOpener(variant: AppVariantResponse, { revision, config }: AppVariantRevision): () => Promise<void> {
  const workspace = useWorkspace();
  const { owner, appName: app, dev } = workspace;
  const { app_id, base_name, variant_id: variantId, variant_name: variantName } = variant;
  return async () => {
    const base = dev !== null || workspace.bases.length < 2 ? null : base_name;
    // Another base may have other routes than the current one.
    const routes = base === null ? workspace.routes : await send('GET /apps/{app_id}/routes', { app_id, base_name });
    openInDraft({ owner, appName: app, base }, routes, {
      variantId,
      variantName,
      revision,
      parameters: setValuesOf(config),
    });
    goTo({ page: 'routes', app, path: null, base });
  };
}
