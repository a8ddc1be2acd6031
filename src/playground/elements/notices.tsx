import { CopyButton } from './button.tsx';

interface EmptyStateProps {
  readonly title: string;
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
export function Notice({ error = null, children }: { readonly error?: string | null; readonly children?: string }) {
  if (error === null) return <p className="notice">{children}</p>;
  return <ErrorText className="notice error" error={error} />;
}

interface ErrorTextProps {
  readonly error: string | null;
  readonly id?: string;
  readonly className?: string;
}

/** Reports what went wrong; nothing while all is well. */
export function ErrorText({ error, id, className = 'error' }: ErrorTextProps) {
  if (error === null) return null;
  return (
    <p className={className} id={id} role="alert">
      {error}
    </p>
  );
}
