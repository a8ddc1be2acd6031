import { useState } from 'react';
import { isSameJson } from '../../text/text-of.ts';
import { formatTime } from '../../text/format-figures.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { Dialog } from '../../elements/dialog.tsx';
import { TextField, Tick } from '../../elements/labelled-controls.tsx';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { toCommand } from '../../text/to-command.ts';
import { flattenParameters } from '../../../contract/variants/route-parameters.ts';
import { toAssignment } from '../run-command-view.tsx';
import { useWorkspace, type Workspace } from '../../workspace/workspace.ts';
import type { Origin } from '../../drafts/draft.ts';
import { DiffView } from '../../elements/diff-view.tsx';
import { applyChange, toChange } from './change.ts';
import { listContested, rebase } from './rebase.ts';
import { addRevision, createVariant, type NewerRevision } from './store-configuration.ts';

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
  const [newer, setNewer] = useState<NewerRevision | null>(null);
  const before = origin?.parameters ?? {};
  const mine = applyChange(before, toChange(workspace.routes, path, { config, reset, before }));
  const isOnTop = newer !== null && !isNew;
  const from = isOnTop ? newer : origin;
  const parameters = isOnTop ? rebase({ before, mine, theirs: newer.parameters }) : mine;
  const save = async () => {
    if (workspace.variant === null) return;
    if (isNew || from === null) {
      onSaved(await createVariant(origin, { name, firstBase: workspace.variant.base_id, parameters }));
      return;
    }
    const saved = await addRevision(from, parameters);
    if ('by' in saved) {
      setNewer(saved);
      throw new Error(`Nothing was saved: somebody else saved revision ${saved.revision} first.`);
    }
    onSaved(saved);
  };
  return (
    <Dialog
      title="Save configuration"
      action={isOnTop ? `Save on top of revision ${newer.revision}` : 'Save'}
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
      {isOnTop && origin !== null ? <Conflict origin={origin} mine={mine} newer={newer} /> : null}
      <TerminalCommand command={toSaveCommand({ ...workspace, from, parameters, name: isNew ? name : null })} />
    </Dialog>
  );
}

interface ConflictProps {
  readonly origin: Origin;
  readonly mine: Parameters;
  readonly newer: NewerRevision;
}

/** Shows what both sides changed since the revision that the configuration started from. */
function Conflict({ origin, mine, newer }: ConflictProps) {
  const contested = listContested({ before: origin.parameters, mine, theirs: newer.parameters });
  return (
    <section aria-label="Both changes" className="conflict">
      <p>
        You started from revision {origin.revision}. {newer.by} saved revision {newer.revision} at{' '}
        {formatTime(newer.at)}:
      </p>
      <DiffView before={origin.parameters} after={newer.parameters} />
      <p>Yours:</p>
      <DiffView before={origin.parameters} after={mine} />
      <p>
        {contested.length === 0
          ? 'No field is in both: saving keeps all changes.'
          : `Both changed ${contested.join(', ')}: saving takes yours there, and keeps their other changes.`}
      </p>
    </section>
  );
}

interface SaveCommand extends Pick<Workspace, 'appFlag' | 'bases' | 'base'> {
  /** What it starts from; `null`: the code's defaults. */
  readonly from: Origin | null;
  readonly parameters: Parameters;
  /** Of a new variant; `null`: the next revision of the same. */
  readonly name: string | null;
}

/** Writes the command that saves what differs from the stored configuration. */
function toSaveCommand({ appFlag, bases, base, from, parameters, name }: SaveCommand): string {
  const before = flattenParameters(from?.parameters ?? {});
  const after = flattenParameters(parameters);
  const changed = Object.entries(after).filter(([field, value]) => !isSameJson(before[field], value));
  const unset = Object.keys(before).filter((field) => !Object.hasOwn(after, field));
  const set = { '--app': appFlag, '--set': changed.map(([field, value]) => toAssignment(field, value)) };
  const start = from === null ? '' : `${from.variantName}@${from.revision}`;
  const code = from === null && bases.length > 1 ? (base ?? bases[0] ?? '') : '';
  const named = name === '' ? 'NAME' : name;
  const created =
    named === null
      ? null
      : toCommand(['wf', 'variants', 'create'], { '--from': start, '--base': code, ...set }, [named]);
  // Creating starts from another configuration, and unsets nothing of it.
  if (created !== null && unset.length === 0) return created;
  const flags = created === null ? { ...set, '--unset': unset } : { '--app': appFlag, '--unset': unset };
  const update = toCommand(['wf', 'variants', 'update'], flags, [named ?? from?.variantName ?? '']);
  return created === null ? update : `${created} && ${update}`;
}
