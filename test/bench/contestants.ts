import { performance } from 'node:perf_hooks';
import { median } from './median.ts';

/** Something to time. */
export interface Contestant {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  /** Runs before each measured run, unmeasured. */
  readonly before?: () => Promise<void>;
}

export interface Measurement {
  readonly name: string;
  /** Median wall time. */
  readonly wallMs: number;
}

export interface Rounds {
  /** @defaultValue 15 */
  readonly rounds?: number;
  /** Unmeasured rounds that fill disk and compiler caches. @defaultValue 2 */
  readonly warmUps?: number;
}

/**
 * Runs all contestants in turn (A B C A B C …), so that drift of the machine affects all equally.
 *
 * @returns one measurement per contestant, in their order
 */
export async function measureInTurn<const C extends readonly Contestant[]>(
  contestants: C,
  { rounds = 15, warmUps = 2 }: Rounds = {},
): Promise<{ [K in keyof C]: Measurement }> {
  const times = contestants.map((): number[] => []);
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      await contestant.before?.();
      const start = performance.now();
      await contestant.run();
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  const measured = contestants.map(({ name }, index) => ({ name, wallMs: median(times[index] ?? []) }));
  // One per contestant, in order; `map` loses the tuple type.
  return measured as { [K in keyof C]: Measurement };
}
