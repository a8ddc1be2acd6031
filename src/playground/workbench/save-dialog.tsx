import { useState } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { flattenParameters, hasValue, sectionOf } from '../../contract/variants/route-parameters.ts';
import { toAssignment } from './run-command-view.tsx';
import { send } from '../service/request.ts';
import { useWorkspace, type Workspace } from '../workspace/workspace.ts';
import type { Origin } from '../drafts/draft.ts';
import { splitRoutes } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

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
  };
  return (
    <Dialog
      title="Save configuration"
      action="Save"
      isReady={!isNew || name !== ''}
      done={`Saved as ${isNew ? `variant ${name}` : `a new revision of ${origin?.variantName}`}`}
      onSubmit={save}
      onClose={onClose}
    >
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
      <TerminalCommand command={toSaveCommand({ ...workspace, path, origin, name: isNew ? name : null, config })} />
    </Dialog>
  );
}

interface SaveCommand extends Pick<Workspace, 'routes' | 'appFlag' | 'bases' | 'base'> {
  readonly path: string;
  /** The stored configuration that it started from. */
  readonly origin: Origin | null;
  /** Name of the new variant; `null` for a revision. */
  readonly name: string | null;
  readonly config: Parameters;
}

/** Writes the command that saves what differs from the stored configuration. */
function toSaveCommand({ routes, appFlag, bases, base, path, origin, name, config }: SaveCommand): string {
  const before = flattenParameters(origin?.parameters ?? {});
  const change = flattenParameters(toStored(routes, path, { config, before: origin?.parameters ?? {} }));
  const changed = Object.entries(change).filter(([field, value]) => !isEqual(before[field], value));
  const flags = { '--app': appFlag, '--set': changed.map(([field, value]) => toAssignment(field, value)) };
  if (name === null) return toCommand(['wf', 'variants', 'update'], flags, [origin?.variantName ?? '']);
  const from = origin === null ? '' : `${origin.variantName}@${origin.revision}`;
  const code = origin === null && bases.length > 1 ? (base ?? bases[0] ?? '') : '';
  return toCommand(['wf', 'variants', 'create'], { '--from': from, '--base': code, ...flags }, [
    name === '' ? 'NAME' : name,
  ]);
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

interface ToStoredOptions {
  /** The configuration of the route. */
  readonly config: Parameters;
  /** The parameters that it started from. */
  readonly before: Parameters;
}

/**
 * Returns what to store for the configuration of a route: under its path the fields that routes declare differently, and
 * those that had a value there; the others for all routes. A service replaces what is stored under a path.
 */
export function toStored(
  routes: readonly RouteSchema[],
  path: string,
  { config, before }: ToStoredOptions,
): Parameters {
  const isOwn = (field: string) =>
    splitRoutes(routes, field).includes(path) || hasValue(before, { route: path, field });
  const shared = Object.entries(config).filter(([field]) => !isOwn(field));
  const own = Object.entries(config).filter(([field]) => isOwn(field));
  if (own.length === 0) return config;
  return { ...Object.fromEntries(shared), [path]: { ...sectionOf(before, path), ...Object.fromEntries(own) } };
}
