import { useState } from 'react';
import { isSameJson } from '../text/text-of.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TextField, Tick } from '../elements/labelled-controls.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { flattenParameters, hasValue, sectionOf, withoutValue } from '../../contract/variants/route-parameters.ts';
import { toAssignment } from './run-command-view.tsx';
import { send } from '../service/request.ts';
import { useWorkspace, type Workspace } from '../workspace/workspace.ts';
import { type Origin, originOf } from '../drafts/draft.ts';
import { resolveConfig, splitRoutes } from '../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';

interface SaveDialogProps {
  readonly origin: Origin | null;
  readonly path: string;
  readonly config: Parameters;
  /** Fields that returned to their defaults. */
  readonly reset: readonly string[];
  readonly onSaved: (origin: Origin) => void;
  readonly onClose: () => void;
}

export function SaveDialog({ origin, path, config, reset, onSaved, onClose }: SaveDialogProps) {
  const workspace = useWorkspace();
  const [isNew, setNew] = useState(origin === null);
  const [name, setName] = useState('');
  const change = toChange(workspace.routes, path, { config, reset, before: origin?.parameters ?? {} });
  const save = async () => {
    if (workspace.variant === null) return;
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
          <Tick
            name="as"
            label={`A new revision of ${origin.variantName}`}
            isOn={!isNew}
            onChange={() => setNew(false)}
          />
        )}
        <Tick name="as" label="A new variant" isOn={isNew} onChange={() => setNew(true)} />
      </fieldset>
      {isNew ? (
        <TextField className="field" label="Name of the new variant" required value={name} onChange={setName} />
      ) : null}
      <TerminalCommand command={toSaveCommand({ ...workspace, origin, name: isNew ? name : null, change })} />
    </Dialog>
  );
}

interface SaveCommand extends Pick<Workspace, 'appFlag' | 'bases' | 'base'> {
  readonly origin: Origin | null;
  readonly name: string | null;
  readonly change: Change;
}

/** Writes the command that saves what differs from the stored configuration. */
function toSaveCommand({ appFlag, bases, base, origin, name, change }: SaveCommand): string {
  const before = flattenParameters(origin?.parameters ?? {});
  const after = flattenParameters(applyChange(origin?.parameters ?? {}, change));
  const changed = Object.entries(after).filter(([field, value]) => !isSameJson(before[field], value));
  const unset = Object.keys(before).filter((field) => !Object.hasOwn(after, field));
  const set = { '--app': appFlag, '--set': changed.map(([field, value]) => toAssignment(field, value)) };
  const from = origin === null ? '' : `${origin.variantName}@${origin.revision}`;
  const code = origin === null && bases.length > 1 ? (base ?? bases[0] ?? '') : '';
  const named = name === '' ? 'NAME' : name;
  const created =
    named === null
      ? null
      : toCommand(['wf', 'variants', 'create'], { '--from': from, '--base': code, ...set }, [named]);
  // Creating starts from another configuration, and unsets nothing of it.
  if (created !== null && unset.length === 0) return created;
  const flags = created === null ? { ...set, '--unset': unset } : { '--app': appFlag, '--unset': unset };
  const update = toCommand(['wf', 'variants', 'update'], flags, [named ?? origin?.variantName ?? '']);
  return created === null ? update : `${created} && ${update}`;
}

async function createVariant(firstBase: string, name: string, origin: Origin | null, change: Change): Promise<Origin> {
  // Under `wf dev`, the stored configuration may be one of another base.
  const baseId = origin === null ? firstBase : await readBase(origin.variantId);
  const parameters = applyChange(origin?.parameters ?? {}, change);
  const variant = await send('POST /variants/from-base', {
    body: { base_id: baseId, new_variant_name: name, new_config_name: name, parameters },
  });
  return originOf(variant);
}

async function readBase(variant_id: string): Promise<string> {
  return (await send('GET /variants/{variant_id}', { variant_id })).base_id;
}

async function addRevision({ variantId }: Origin, change: Change): Promise<Origin> {
  await send('PUT /variants/{variant_id}/parameters', { variant_id: variantId, body: change });
  return originOf(await send('GET /variants/{variant_id}', { variant_id: variantId }));
}

/** What a save changes: values, and keys that nobody sets any longer. */
interface Change {
  readonly parameters: Parameters;
  readonly unset: string[];
}

/** Leaves out the code's defaults that nobody touched, and unsets what returned to them: they follow the code. */
export function toChange(
  routes: readonly RouteSchema[],
  path: string,
  {
    config,
    reset,
    before,
  }: { readonly config: Parameters; readonly reset: readonly string[]; readonly before: Parameters },
): Change {
  const route = routes.find((one) => one.path === path);
  const shown = route === undefined ? {} : resolveConfig(route, before);
  const isSet = (field: string) => Object.hasOwn(before, field) || hasValue(before, { route: path, field });
  const touched = Object.entries(config).filter(
    ([field, value]) => !reset.includes(field) && (isSet(field) || !isSameJson(shown[field], value)),
  );
  const stored = toStored(routes, path, { config: Object.fromEntries(touched), before });
  const kept = reset.reduce((values, field) => withoutValue(values, { route: path, field }), { ...before, ...stored });
  const parameters = Object.hasOwn(kept, path) ? { ...stored, [path]: kept[path] } : without(stored, path);
  const unset = [...reset, path].filter((key) => Object.hasOwn(before, key) && !Object.hasOwn(parameters, key));
  return { parameters, unset };
}

function without(values: Parameters, name: string): Parameters {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

function applyChange(before: Parameters, { parameters, unset }: Change): Parameters {
  return { ...unset.reduce(without, before), ...parameters };
}

/**
 * Returns what to store for the configuration of a route: under its path the fields that routes declare differently, and
 * those that had a value there; the others for all routes. A service replaces what is stored under a path.
 *
 * @param config - the configuration of the route
 * @param before - what was set where it started
 */
export function toStored(
  routes: readonly RouteSchema[],
  path: string,
  { config, before }: { readonly config: Parameters; readonly before: Parameters },
): Parameters {
  const isOwn = (field: string) =>
    splitRoutes(routes, field).includes(path) || hasValue(before, { route: path, field });
  const shared = Object.entries(config).filter(([field]) => !isOwn(field));
  const own = Object.entries(config).filter(([field]) => isOwn(field));
  if (own.length === 0) return config;
  return { ...Object.fromEntries(shared), [path]: { ...sectionOf(before, path), ...Object.fromEntries(own) } };
}
