import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createRowRunner, type RowRunner } from './create-row-runner.ts';

const runners = new Map<string, RowRunner>();

/** Returns the runner with this id. Only the one that was seen last keeps its answers while other views are open. */
export function runnerOf(id: string): RowRunner {
  const runner = runners.get(id) ?? createRowRunner();
  runners.clear();
  runners.set(id, runner);
  return runner;
}

/**
 * Returns the runner of a view's rows, and draws the view again when its answers change.
 *
 * @param id - identifies route and test set
 */
export function useRowRunner(id: string): RowRunner {
  const runner = useMemo(() => runnerOf(id), [id]);
  useSyncExternalStore(runner.store.subscribe, runner.store.version);
  // Calls cost money: nothing runs where nobody sees it.
  useEffect(() => runner.cancel, [runner]);
  return runner;
}
