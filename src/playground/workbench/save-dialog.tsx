import { useState } from 'react';
import { isSameJson } from '../text/text-of.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TextField, Tick } from '../elements/labelled-controls.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { flattenParameters, hasValue, sectionOf } from '../../contract/variants/route-parameters.ts';
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
  readonly onSaved: (origin: Origin) => void;
  readonly onClose: () => void;
}

export function SaveDialog({ origin, path, config, onSaved, onClose }: SaveDialogProps) {
  const workspace = useWorkspace();
  const [isNew, setNew] = useState(origin === null);
  const [name, setName] = useState('');
  const save = async () => {
    if (workspace.variant === null) return;
    const change = toChange(workspace.routes, path, { config, before: origin?.parameters ?? {} });
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
      <TerminalCommand command={toSaveCommand({ ...workspace, path, origin, name: isNew ? name : null, config })} />
    </Dialog>
  );
}

interface SaveCommand extends Pick<Workspace, 'routes' | 'appFlag' | 'bases' | 'base'> {
  readonly path: string;
  readonly origin: Origin | null;
  readonly name: string | null;
  readonly config: Parameters;
}

/** Writes the command that saves what differs from the stored configuration. */
function toSaveCommand({ routes, appFlag, bases, base, path, origin, name, config }: SaveCommand): string {
  const before = flattenParameters(origin?.parameters ?? {});
  const change = flattenParameters(toChange(routes, path, { config, before: origin?.parameters ?? {} }));
  const changed = Object.entries(change).filter(([field, value]) => !isSameJson(before[field], value));
  const flags = { '--app': appFlag, '--set': changed.map(([field, value]) => toAssignment(field, value)) };
  if (name === null) return toCommand(['wf', 'variants', 'update'], flags, [origin?.variantName ?? '']);
  const from = origin === null ? '' : `${origin.variantName}@${origin.revision}`;
  const code = origin === null && bases.length > 1 ? (base ?? bases[0] ?? '') : '';
  return toCommand(['wf', 'variants', 'create'], { '--from': from, '--base': code, ...flags }, [
    name === '' ? 'NAME' : name,
  ]);
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
  return originOf(variant);
}

async function readBase(variant_id: string): Promise<string> {
  return (await send('GET /variants/{variant_id}', { variant_id })).base_id;
}

async function addRevision({ variantId }: Origin, change: Parameters): Promise<Origin> {
  await send('PUT /variants/{variant_id}/parameters', { variant_id: variantId, body: { parameters: change } });
  return originOf(await send('GET /variants/{variant_id}', { variant_id: variantId }));
}

/** Leaves out the code's defaults that nobody touched: they follow the code. */
export function toChange(
  routes: readonly RouteSchema[],
  path: string,
  { config, before }: { readonly config: Parameters; readonly before: Parameters },
): Parameters {
  const route = routes.find((one) => one.path === path);
  const shown = route === undefined ? {} : resolveConfig(route, before);
  const isSet = (field: string) => Object.hasOwn(before, field) || hasValue(before, { route: path, field });
  const touched = Object.entries(config).filter(([field, value]) => isSet(field) || !isSameJson(shown[field], value));
  return toStored(routes, path, { config: Object.fromEntries(touched), before });
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
