/** Something that is loaded with its first use. */
export interface LoadedOnce<T> {
  /** Loads it, or returns what was loaded. After a failure, the next use tries again: an update may be replacing files. */
  readonly get: () => Promise<T>;
  /** Returns what was loaded or is being loaded; `undefined`: nothing, or that failed. */
  readonly ifLoaded: () => Promise<T | undefined>;
}

/** Creates something that all its users share, and that costs nothing unless somebody uses it. */
export function loadOnce<T>(load: () => Promise<T>): LoadedOnce<T> {
  let loading: Promise<T> | undefined;
  const begin = () =>
    load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return {
    get: async () => await (loading ??= begin()),
    ifLoaded: async () => await loading?.catch(() => undefined),
  };
}
