import type { ScoreWork } from './score-messages.ts';

/** The value of a computation, or why it has none. */
export type Computed = { readonly value: unknown } | { readonly failure: ScoreFailure };

/** A limit that it exceeded, or a process that ended for another reason. */
export type ScoreFailure = 'time' | 'memory' | 'process';

/** A computation that somebody waits for. */
export interface ScoreTask {
  readonly caller: string;
  readonly work: ScoreWork;
  readonly settle: (computed: Computed) => void;
}
