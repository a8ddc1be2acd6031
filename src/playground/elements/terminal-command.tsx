import { type ReactNode, useState } from 'react';
import { CopyButton } from './button.tsx';

interface TerminalCommandProps {
  readonly command: string;
  /** Whether something above says what it is. */
  readonly isTitled?: boolean;
}

/** The command that does the same in a terminal. */
export function TerminalCommand({ command, isTitled = false }: TerminalCommandProps) {
  return (
    <div className="terminal-command">
      {isTitled ? null : <span className="faint">In a terminal</span>}
      <pre tabIndex={0} role="group" aria-label="The same in a terminal">
        {command}
      </pre>
      <CopyButton label="Copy command" text={() => command} />
    </div>
  );
}

interface FoldedCommandsProps {
  readonly commands?: readonly string[];
  readonly children?: ReactNode;
}

/** Commands that do the same in a terminal, folded until somebody wants them. */
export function FoldedCommands({ commands, children }: FoldedCommandsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="in-terminal" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>In a terminal</summary>
      {isOpen ? commands?.map((command) => <TerminalCommand key={command} isTitled command={command} />) : null}
      {isOpen ? children : null}
    </details>
  );
}
