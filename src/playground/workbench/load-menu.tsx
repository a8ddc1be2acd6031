import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { useWorkspace, variantsOfBase } from '../workspace/workspace.ts';
import type { Origin } from '../drafts/draft.ts';

interface LoadMenuProps {
  readonly origin: Origin | null;
  readonly onLoad: (origin: Origin | null) => void;
}

const DEFAULTS = '';

/** Chooses what a column starts from: the code's defaults, or a revision of a variant. */
export function LoadMenu({ origin, onLoad }: LoadMenuProps) {
  const variants = variantsOfBase(useWorkspace());
  const revisions = useLoaded(
    origin === null ? null : `revisions ${origin.variantId} ${newestOf(variants, origin)}`,
    (signal) => send('GET /variants/{variant_id}/revisions', { variant_id: origin?.variantId ?? '' }, signal),
  );
  const pickVariant = (id: string) => {
    const variant = variants.find(({ variant_id }) => variant_id === id);
    onLoad(variant === undefined ? null : toOrigin(variant));
  };
  const pickRevision = (number: number) => {
    const found = revisions.value?.find(({ revision }) => revision === number);
    if (origin !== null && found !== undefined) {
      onLoad({ ...origin, revision: number, parameters: found.config.parameters ?? {} });
    }
  };
  if (variants.length === 0) return null;
  return (
    <div className="load">
      <label>
        <span>Start from</span>
        <select value={origin?.variantId ?? DEFAULTS} onChange={({ target }) => pickVariant(target.value)}>
          <option value={DEFAULTS}>the code’s defaults</option>
          {variants.map(({ variant_id, variant_name }) => (
            <option key={variant_id} value={variant_id}>
              {variant_name}
            </option>
          ))}
        </select>
      </label>
      {origin === null ? null : (
        <label>
          <span>Revision</span>
          <select value={origin.revision} onChange={({ target }) => pickRevision(Number(target.value))}>
            {(revisions.value ?? [{ revision: origin.revision }]).map(({ revision }) => (
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

function newestOf(variants: readonly AppVariantResponse[], { variantId, revision }: Origin): number {
  return variants.find(({ variant_id }) => variant_id === variantId)?.revision ?? revision;
}

function toOrigin({ variant_id, variant_name, revision, parameters }: AppVariantResponse): Origin {
  return { variantId: variant_id, variantName: variant_name, revision, parameters: parameters ?? {} };
}
