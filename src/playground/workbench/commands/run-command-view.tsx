import { FoldedCommand } from '../../elements/folded-command.tsx';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { useRunCommand } from './use-run-command.ts';
import type { Trial } from '../use-trial.ts';

/** The command that runs the inputs with every configuration. */
export function RunCommandView({ trial }: { readonly trial: Trial }) {
  const toRunCommand = useRunCommand(trial);
  return (
    <FoldedCommand>
      <TerminalCommand isTitled command={toRunCommand(trial.draft.columns)} />
    </FoldedCommand>
  );
}
