import { toHash } from '../address/address.ts';
import { Notice } from '../elements/notice.tsx';
import { RecordTable } from '../elements/record-table.tsx';
import { formatTime } from '../output/format-figures.ts';
import { useWorkspace } from '../workspace.ts';
import { VariantView } from './variant-view.tsx';

/** The variants of an app, or one of them. */
export function VariantsPage({ id }: { readonly id: string | null }) {
  const { appName, variants, environments } = useWorkspace();
  const variant = variants.find(({ variant_id }) => variant_id === id);
  if (variant !== undefined) return <VariantView key={`${variant.variant_id}@${variant.revision}`} variant={variant} />;
  if (id !== null) return <Notice error={`This app has no variant ${id}.`} />;
  return (
    <>
      <h1>Variants</h1>
      {variants.length === 0 ? (
        <Notice>There is no variant yet. The first deploy makes one: wf deploy</Notice>
      ) : (
        <RecordTable
          label="Variants"
          columns={['Variant', { label: 'Revision', isNumber: true }, 'Changed', 'Runs in']}
          rows={variants.map(({ variant_id, variant_name, revision, updated_at }) => ({
            key: variant_id,
            cells: {
              Variant: <a href={toHash({ page: 'variants', app: appName, id: variant_id })}>{variant_name}</a>,
              Revision: revision,
              Changed: formatTime(updated_at ?? ''),
              'Runs in': environments
                .filter(({ deployed_app_variant_id }) => deployed_app_variant_id === variant_id)
                .map(({ name }) => name)
                .join(', '),
            },
          }))}
        />
      )}
    </>
  );
}
