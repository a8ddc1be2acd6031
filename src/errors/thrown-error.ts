/** What was thrown in another process, as plain values. */
export interface ThrownError {
  readonly message: string;
  /** Positions in it are those of the sources, by the source map; empty for what is no error. */
  readonly stack: string;
  /** Name of the error's class, for an error that is not one of the SDK's. */
  readonly name: string;
  /** Set when the SDK refused a route or a schema. */
  readonly refusal: { readonly nextSteps: readonly string[]; readonly details: unknown } | null;
}

/** Writes down what was thrown, for a process that shares no class with the one it was thrown in. */
export function toThrownError(thrown: unknown): ThrownError {
  if (!(thrown instanceof Error)) return { message: String(thrown), stack: '', name: typeof thrown, refusal: null };
  return { message: thrown.message, stack: thrown.stack ?? '', name: thrown.name, refusal: refusalOf(thrown) };
}

/** The SDK marks its errors with a registered symbol, since the copy in the bundle shares no class with anybody. */
function refusalOf(error: Error): ThrownError['refusal'] {
  if (!(Symbol.for('wf.error') in error)) return null;
  const { nextSteps, details } = error as { nextSteps?: readonly string[]; details?: unknown }; // as the SDK makes them
  return { nextSteps: nextSteps ?? [], details };
}
