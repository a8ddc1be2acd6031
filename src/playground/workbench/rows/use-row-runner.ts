import { useEffect, useSyncExternalStore } from 'react';
import { createRowRunner, type RowRunner } from './create-row-runner.ts';

/** The rows that were seen last keep their answers while other views are open. */
let last = { id: '', runner: createRowRunner() };

/**
 * Returns the runner of a view's rows, and draws the view again when its answers change.
 *
 * @param id - identifies route and test set
 */
export function useRowRunner(id: string): RowRunner {
  if (last.id !== id) last = { id, runner: createRowRunner() };
  const { runner } = last;
  useSyncExternalStore(runner.store.subscribe, runner.store.version);
  // Calls cost money: nothing runs where nobody sees it.
  useEffect(() => runner.cancel, [runner]);
  return runner;
}
