import { ChoiceFinder } from '../elements/choice-finder.tsx';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { useChoices, useRequest } from '../service/queries.ts';
import { ofBase, useWorkspace } from '../workspace/workspace.ts';
import type { Origin } from '../drafts/draft.ts';

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
    onLoad(variant === undefined ? null : toOrigin(variant));
  };
  const pickRevision = (number: number) => {
    const found = revisions?.find(({ revision }) => revision === number);
    if (origin !== null && found !== undefined) {
      onLoad({ ...origin, revision: number, parameters: found.config.parameters ?? {} });
    }
  };
  if (isEmpty && origin === null) return null;
  const isListed = origin === null || variants.some(({ variant_id }) => variant_id === origin.variantId);
  return (
    <div className="load">
      <label>
        <span>Start from</span>
        <select value={origin?.variantId ?? DEFAULTS} onChange={({ target }) => pickVariant(target.value)}>
          <option value={DEFAULTS}>the code’s defaults</option>
          {isListed ? null : <option value={origin.variantId}>{origin.variantName}</option>}
          {variants.map(({ variant_id, variant_name }) => (
            <option key={variant_id} value={variant_id}>
              {variant_name}
            </option>
          ))}
        </select>
      </label>
      <ChoiceFinder finder={finder} what="variant" />
      {origin === null ? null : (
        <label>
          <span>Revision</span>
          <select value={origin.revision} onChange={({ target }) => pickRevision(Number(target.value))}>
            {(revisions ?? [{ revision: origin.revision }]).map(({ revision }) => (
              <option key={revision} value={revision}>
                {revision}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function toOrigin({ variant_id, variant_name, revision, parameters }: AppVariantResponse): Origin {
  return { variantId: variant_id, variantName: variant_name, revision, parameters: parameters ?? {} };
}
