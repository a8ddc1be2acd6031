import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { ChoiceFinder, SelectField } from '../elements/labelled-controls.tsx';
import { useChoices, useRequest } from '../service/queries.ts';
import { ofBase, useWorkspace } from '../workspace/workspace.ts';
import { type Origin, originOf } from '../drafts/draft.ts';

interface LoadMenuProps {
  readonly origin: Origin | null;
  readonly onLoad: (origin: Origin | null) => void;
}

const DEFAULTS = '';

/** Chooses what a column starts from: the code's defaults, or a revision of a variant. */
export function LoadMenu({ origin, onLoad }: LoadMenuProps) {
  const workspace = useWorkspace();
  const isEmpty = workspace.variant === null;
  const { records, finder } = useChoices(
    'GET /apps/{app_id}/variants',
    isEmpty ? null : { app_id: workspace.app?.app_id ?? '', ...ofBase(workspace) },
  );
  const variants = records ?? [];
  const { value: revisions } = useRequest(
    'GET /variants/{variant_id}/revisions',
    origin === null ? null : { variant_id: origin.variantId },
  );
  const pickVariant = (id: string) => {
    const variant = variants.find(({ variant_id }) => variant_id === id);
    onLoad(variant === undefined ? null : originOf(variant));
  };
  const pickRevision = (number: number) => {
    const found = revisions?.find(({ revision }) => revision === number);
    if (origin !== null && found !== undefined) {
      onLoad({ ...origin, revision: number, parameters: setValuesOf(found.config) });
    }
  };
  if (isEmpty && origin === null) return null;
  const isListed = origin === null || variants.some(({ variant_id }) => variant_id === origin.variantId);
  return (
    <div className="load">
      <SelectField
        label="Start from"
        value={origin?.variantId ?? DEFAULTS}
        options={[
          [DEFAULTS, 'the code’s defaults'],
          ...(isListed ? [] : [[origin.variantId, origin.variantName] as const]),
          ...variants.map(({ variant_id, variant_name }) => [variant_id, variant_name] as const),
        ]}
        onChange={pickVariant}
      />
      <ChoiceFinder finder={finder} what="variant" />
      {origin === null ? null : (
        <SelectField
          label="Revision"
          value={String(origin.revision)}
          options={(revisions ?? [origin]).map(({ revision }) => String(revision))}
          onChange={(revision) => pickRevision(Number(revision))}
        />
      )}
    </div>
  );
}
