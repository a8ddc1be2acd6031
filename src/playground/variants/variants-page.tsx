import { Notice } from '../elements/notice.tsx';
import type { ListQuery } from '../labels/list-filter.tsx';
import { useRequest } from '../service/queries.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { NoVariants, VariantList } from './variant-list.tsx';
import { VariantView } from './variant-view.tsx';

interface VariantsPageProps {
  readonly id: string | null;
  /** Filters of the list. */
  readonly query?: ListQuery | undefined;
}

/** The variants of an app, or one of them. */
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
  const { app } = useWorkspace();
  // Asks the app's list: a variant that is not there is an empty answer and no failure.
  const { value, error } = useRequest(
    'GET /apps/{app_id}/variants',
    app === null ? null : { app_id: app.app_id, id_prefix: id, limit: 1 },
  );
  const variant = value?.find(({ variant_id }) => variant_id === id);
  if (variant !== undefined) return <VariantView key={`${id}@${variant.revision}`} variant={variant} />;
  if (value === null && app !== null) return <Notice error={error}>Loading…</Notice>;
  return <Notice error={`This app has no variant ${id}.`} />;
}
