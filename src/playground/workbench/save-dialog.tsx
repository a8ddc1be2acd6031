import { useState } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { toWord } from './copy-command.ts';
import { send } from '../service/request.ts';
import { useWorkspace } from '../workspace/workspace.ts';
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
  const [isNew, setNew] = useState(origin === null);
  const [name, setName] = useState('');
  const save = async () => {
    if (workspace.variant === null) return;
    const change = toStored(workspace.routes, path, { config, before: origin?.parameters ?? {} });
    onSaved(
      isNew || origin === null
        ? await createVariant(workspace.variant.base_id, name, origin, change)
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
      <TerminalCommand command={toSaveCommand({ origin: isNew ? null : origin, from: origin, name, config })} />
    </Dialog>
  );
}

interface SaveCommand {
  /** The variant that gets a revision; `null` for a new variant. */
  readonly origin: Origin | null;
  readonly from: Origin | null;
  readonly name: string;
  readonly config: Parameters;
}

/** Writes the command that saves what differs from the stored configuration. */
function toSaveCommand({ origin, from, name, config }: SaveCommand): string {
  const before = from?.parameters ?? {};
  const changed = Object.entries(config).filter(([field, value]) => !isEqual(before[field], value));
  const flags = { '--set': changed.map(([field, value]) => `${field}=${toWord(value)}`) };
  if (origin !== null) return toCommand(['wf', 'variants', 'update', origin.variantName], flags);
  const source = from === null ? '' : `${from.variantName}@${from.revision}`;
  return toCommand(['wf', 'variants', 'create', name === '' ? 'NAME' : name], { '--from': source, ...flags });
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function createVariant(
  firstBase: string,
  name: string,
  origin: Origin | null,
  change: Parameters,
): Promise<Origin> {
  // Under `wf dev`, the stored configuration may be one of another base.
  const baseId = origin === null ? firstBase : await readBase(origin.variantId);
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

async function readBase(variant_id: string): Promise<string> {
  return (await send('GET /variants/{variant_id}', { variant_id })).base_id;
}

async function addRevision({ variantId }: Origin, change: Parameters): Promise<Origin> {
  await send('PUT /variants/{variant_id}/parameters', { variant_id: variantId, body: { parameters: change } });
  const variant = await send('GET /variants/{variant_id}', { variant_id: variantId });
  const { variant_name: variantName, revision, parameters } = variant;
  return { variantId, variantName, revision, parameters: parameters ?? {} };
}
