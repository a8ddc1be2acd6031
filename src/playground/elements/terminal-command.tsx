import { CopyButton } from './copy-button.tsx';

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
