import { useCallback, useRef, useState } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import type { Outcome } from './outcome/outcome.ts';
import { runRoute } from './run-route.ts';

/** A run to start. */
export interface Run {
  readonly columnId: string;
  readonly base: string;
  readonly config: Parameters;
}

/** Gets the last outcome of each run, when all have ended. */
export type OnEnd = (ended: readonly { readonly run: Run; readonly outcome: Outcome }[]) => void;

export interface Runs {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly isRunning: boolean;
  /** Starts all runs at once; cancels earlier ones. */
  readonly start: (path: string, inputs: Parameters, runs: readonly Run[], onEnd: OnEnd) => void;
  readonly cancel: () => void;
}

/** Runs a route with each column's configuration, and holds the outcomes. */
export function useRuns(): Runs {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const current = useRef<AbortController>(null);
  const start = useCallback((path: string, inputs: Parameters, runs: readonly Run[], onEnd: OnEnd) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const all = runs.map(async (run) => {
      const { columnId, base, config } = run;
      let outcome: Outcome = { state: 'cancelled', items: [] };
      const onChange = (next: Outcome) => {
        outcome = next;
        // Ignores a run that a newer one replaced.
        if (current.current === controller) setOutcomes((before) => new Map(before).set(columnId, next));
      };
      await runRoute({ base, path, config, inputs, signal, onChange });
      return { run, outcome };
    });
    void Promise.all(all).then(onEnd);
  }, []);
  const cancel = useCallback(() => current.current?.abort(), []);
  const isRunning = [...outcomes.values()].some(({ state }) => state === 'running');
  return { outcomes, isRunning, start, cancel };
}
