import { useCallback, useRef, useState } from 'react';
import type { Parameters } from '../../contract/variants/variant.ts';
import { announce } from '../elements/announcement.tsx';
import { type Outcome, sayEnd } from './outcome/outcome.ts';
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
    const begun = performance.now();
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
    void Promise.all(all).then((ended) => {
      onEnd(ended);
      if (current.current === controller) announceEnd(ended, (performance.now() - begun) / 1000);
    });
  }, []);
  const cancel = useCallback(() => current.current?.abort(), []);
  const isRunning = [...outcomes.values()].some(({ state }) => state === 'running');
  return { outcomes, isRunning, start, cancel };
}

function announceEnd(ended: readonly { readonly outcome: Outcome }[], seconds: number): void {
  // The failure of a single one is an alert already.
  if (ended.length === 1 && ended[0]?.outcome.state === 'failed') return;
  const countOf = (state: Outcome['state']) => ended.filter(({ outcome }) => outcome.state === state).length;
  announce(sayEnd('configuration', { asked: ended.length, done: countOf('done'), failed: countOf('failed'), seconds }));
}
