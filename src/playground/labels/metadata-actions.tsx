import { useState } from 'react';
import type { MetadataChange } from '../../contract/labels/labels.ts';
import { Button } from '../elements/button.tsx';
import { ErrorText } from '../elements/notices.tsx';
import type { LabelledRecord } from './list-filter.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { useOthersChange } from '../elements/use-others-change.ts';
import { useChange } from '../service/queries.ts';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { toCommand } from '../text/to-command.ts';
import { findLabelMistake, MAX_LABELS, readSelector } from '../../contract/labels/label-rules.ts';

interface MetadataActionsProps {
  readonly what: string;
  readonly record: LabelledRecord;
  /** The command that does the same: `wf variants update tuned`. */
  readonly command: readonly string[];
  readonly onChange: (change: MetadataChange) => Promise<unknown>;
}

/** Changes the labels of a record, archives or unarchives it. */
export function MetadataActions({ what, record, command, onChange }: MetadataActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const isArchived = record.archived_at != null;
  const { submit: move, error } = useChange(() => onChange({ archived: !isArchived }));
  return (
    <>
      <Button label="Labels…" onClick={() => setEditing(true)} />
      <Button label={isArchived ? 'Restore' : 'Archive'} onClick={move} />
      <ErrorText error={error} />
      {isEditing ? (
        <LabelsDialog
          what={what}
          labels={record.labels ?? {}}
          command={command}
          onChange={onChange}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  );
}

interface LabelsDialogProps extends Pick<MetadataActionsProps, 'what' | 'command' | 'onChange'> {
  readonly labels: Labels;
  readonly onClose: () => void;
}

function LabelsDialog({ what, labels, command, onChange, onClose }: LabelsDialogProps) {
  const [seen] = useState(labels);
  const [text, setText] = useState(toLabelLines(seen));
  const moved = listMoved(seen, labels);
  const { isMoved, isSeen, sending } = useOthersChange(moved.length > 0);
  const save = async () => {
    const change = toChange(seen, parseLabelLines(text));
    const names = [...Object.keys(change.labels), ...change.unset];
    // What others did to the other labels stays.
    const expected = Object.fromEntries(names.map((name) => [name, labels[name] ?? null]));
    if (names.length > 0) await onChange({ ...change, expected });
  };
  return (
    <Dialog
      title={`Labels of ${what}`}
      action="Save"
      isReady={isSeen}
      done="Labels saved"
      onSubmit={() => sending(save)}
      onClose={onClose}
    >
      <label className="field">
        <span>One label a line: NAME=VALUE</span>
        <textarea rows={6} spellCheck={false} value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      {isMoved ? (
        <p className="notice" role="alert">
          Somebody else changed labels meanwhile: {moved.join(', ')}. Saving changes only those that you changed, and
          replaces theirs of the same names.
        </p>
      ) : null}
      <TerminalCommand command={toLabelCommand(command, seen, text)} />
    </Dialog>
  );
}

/** Lists the labels that are no longer as the person saw them. */
function listMoved(seen: Labels, now: Labels): string[] {
  const { labels, unset } = toChange(seen, now);
  return [
    ...Object.entries(labels).map(([name, value]) => `${name}=${value}`),
    ...unset.map((name) => `${name} is gone`),
  ];
}

function toChange(before: Labels, after: Labels) {
  return {
    labels: Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name] !== value)),
    unset: Object.keys(before).filter((name) => !Object.hasOwn(after, name)),
  };
}

function toLabelCommand(args: readonly string[], labels: Labels, text: string): string {
  try {
    const change = toChange(labels, parseLabelLines(text));
    const flags = { '--label': toLabelLines(change.labels).split('\n'), '--unlabel': change.unset };
    return toCommand(args.slice(0, -1), flags, args.slice(-1));
  } catch {
    // What cannot be saved has no command.
    return toCommand(args, { '--label': 'NAME=VALUE' });
  }
}

type Labels = Readonly<Record<string, string>>;

export function toLabelLines(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/**
 * Parses labels, one a line: `team=search`.
 *
 * @throws {Error} that says which line is wrong, and how
 */
export function parseLabelLines(text: string): Labels {
  const labels = new Map<string, string>();
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const { name, value } = readSelector(line);
    const wrong = findLabelMistake(name, value) ?? (labels.has(name) ? 'This name is on another line too' : null);
    if (wrong !== null) throw new Error(`${line}: ${wrong}.`);
    labels.set(name, value ?? '');
  }
  if (labels.size > MAX_LABELS) throw new Error(`These are ${labels.size} labels: a record has at most ${MAX_LABELS}.`);
  return Object.fromEntries(labels);
}
