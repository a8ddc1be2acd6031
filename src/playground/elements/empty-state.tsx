import { CopyButton } from './terminal-command.tsx';

interface EmptyStateProps {
  readonly title: string;
  /** A command that changes that. */
  readonly command?: string;
  readonly children: string;
}

/** Replaces an empty list, and explains how to start. */
export function EmptyState({ title, command, children }: EmptyStateProps) {
  return (
    <div className="card empty">
      <h2>{title}</h2>
      <p>{children}</p>
      {command === undefined ? null : (
        <p className="command">
          <code>{command}</code>
          <CopyButton label="Copy" text={() => command} />
        </p>
      )}
    </div>
  );
}

/** Replaces a view that is empty, loading or failed. */
export function Notice({ error, children }: { readonly error?: string | null; readonly children?: string }) {
  if (error === undefined || error === null) return <p className="notice">{children}</p>;
  return (
    <p className="notice error" role="alert">
      {error}
    </p>
  );
}
