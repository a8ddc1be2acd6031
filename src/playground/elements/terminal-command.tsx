import { type ReactNode, useState } from 'react';

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

interface CopyButtonProps {
  readonly label: string;
  readonly text: () => string;
}

/** Copies a text and confirms it. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [message, setMessage] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setMessage('Copied'),
      () => setMessage('Copying is blocked'),
    );
  };
  return (
    <button type="button" onClick={copy} onBlur={() => setMessage('')}>
      <span aria-live="polite">{message === '' ? label : message}</span>
    </button>
  );
}

/** The command that does the same in a terminal, folded until somebody wants it. */
export function FoldedCommand({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="in-terminal" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>In a terminal</summary>
      {isOpen ? children : null}
    </details>
  );
}
