/** Replaces a view that is empty, loading or failed. */
export function Notice({ error, children }: { readonly error?: string | null; readonly children?: string }) {
  if (error === undefined || error === null) return <p className="notice">{children}</p>;
  return (
    <p className="notice error" role="alert">
      {error}
    </p>
  );
}
