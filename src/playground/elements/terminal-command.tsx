import { CopyButton } from './copy-button.tsx';

/** The command that does the same in a terminal. */
export function TerminalCommand({ command }: { readonly command: string }) {
  return (
    <div className="terminal-command">
      <span className="faint">In a terminal</span>
      <pre tabIndex={0} role="group" aria-label="The same in a terminal">
        {command}
      </pre>
      <CopyButton label="Copy command" text={() => command} />
    </div>
  );
}
