import { toHash } from '../address/address.ts';
import { EmptyState } from '../elements/empty-state.tsx';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { formatTime } from '../text/format-figures.ts';
import { basesOf, useWorkspace } from '../workspace/workspace.ts';
import { VariantView } from './variant-view.tsx';

/** The variants of an app, or one of them. */
export function VariantsPage({ id }: { readonly id: string | null }) {
  const workspace = useWorkspace();
  const { appName, variants, environments } = workspace;
  const hasBases = basesOf(workspace).length > 1;
  const variant = variants.find(({ variant_id }) => variant_id === id);
  if (variant !== undefined) return <VariantView key={`${variant.variant_id}@${variant.revision}`} variant={variant} />;
  if (id !== null) return <Notice error={`This app has no variant ${id}.`} />;
  return (
    <>
      <h1>Variants</h1>
      {variants.length === 0 ? (
        <EmptyState title="No variants yet" command="wf deploy">
          A variant is a named configuration of the workflow. The first deploy creates one.
        </EmptyState>
      ) : (
        <RecordTable
          label="Variants"
          columns={[
            'Variant',
            { label: 'Revision', isNumber: true },
            ...(hasBases ? ['Base'] : []),
            'Runs in',
            'Changed',
          ]}
          rows={variants.map(({ variant_id, variant_name, base_name, revision, updated_at }) => ({
            key: variant_id,
            cells: {
              Variant: <a href={toHash({ page: 'variants', app: appName, id: variant_id })}>{variant_name}</a>,
              Revision: revision,
              Changed: <span className="faint">{formatTime(updated_at ?? '')}</span>,
              Base: <span className="faint">{base_name}</span>,
              'Runs in': environments
                .filter(({ deployed_app_variant_id }) => deployed_app_variant_id === variant_id)
                .map(({ name }) => (
                  <a key={name} className="tag good" href={toHash({ page: 'environments', app: appName, name })}>
                    {name}
                  </a>
                )),
            },
          }))}
        />
      )}
    </>
  );
}
