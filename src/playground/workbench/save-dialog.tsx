import { useState } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Dialog } from '../elements/dialog.tsx';
import { send } from '../service/request.ts';
import { useWorkspace, variantsOfBase } from '../workspace/workspace.ts';
import { toStored } from './to-stored.ts';
import type { Origin } from '../drafts/draft.ts';

interface SaveDialogProps {
  readonly origin: Origin | null;
  /** The route's path. */
  readonly path: string;
  /** The configuration of this route. */
  readonly config: Parameters;
  /** Called with the column's new origin. */
  readonly onSaved: (origin: Origin) => void;
  readonly onClose: () => void;
}

/** Saves a configuration as a new revision of its variant, or as a new variant. */
export function SaveDialog({ origin, path, config, onSaved, onClose }: SaveDialogProps) {
  const workspace = useWorkspace();
  const variants = variantsOfBase(workspace);
  const [isNew, setNew] = useState(origin === null);
  const [name, setName] = useState('');
  const base = variants.find(({ variant_id }) => variant_id === origin?.variantId) ?? variants[0];
  const save = async () => {
    if (base === undefined) return;
    const change = toStored(workspace.routes, path, { config, before: origin?.parameters ?? {} });
    onSaved(
      isNew || origin === null
        ? await createVariant(base.base_id, name, origin, change)
        : await addRevision(origin, change),
    );
    workspace.reload();
  };
  return (
    <Dialog title="Save configuration" action="Save" isReady={!isNew || name !== ''} onSubmit={save} onClose={onClose}>
      <fieldset>
        <legend>Save as</legend>
        {origin === null ? null : (
          <label className="choice">
            <input type="radio" name="as" checked={!isNew} onChange={() => setNew(false)} />
            <span>A new revision of {origin.variantName}</span>
          </label>
        )}
        <label className="choice">
          <input type="radio" name="as" checked={isNew} onChange={() => setNew(true)} />
          <span>A new variant</span>
        </label>
      </fieldset>
      {isNew ? (
        <label className="field">
          <span>Name of the new variant</span>
          <input type="text" required value={name} onChange={({ target }) => setName(target.value)} />
        </label>
      ) : null}
    </Dialog>
  );
}

async function createVariant(baseId: string, name: string, origin: Origin | null, change: Parameters): Promise<Origin> {
  const parameters = { ...origin?.parameters, ...change };
  const variant = await send('POST /variants/from-base', {
    body: { base_id: baseId, new_variant_name: name, new_config_name: name, parameters },
  });
  return {
    variantId: variant.variant_id,
    variantName: variant.variant_name,
    revision: variant.revision,
    parameters: variant.parameters ?? {},
  };
}

async function addRevision({ variantId }: Origin, change: Parameters): Promise<Origin> {
  await send('PUT /variants/{variant_id}/parameters', { variant_id: variantId, body: { parameters: change } });
  const variant = await send('GET /variants/{variant_id}', { variant_id: variantId });
  const { variant_name: variantName, revision, parameters } = variant;
  return { variantId, variantName, revision, parameters: parameters ?? {} };
}
