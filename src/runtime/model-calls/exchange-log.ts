import type { ModelCall } from './model-call.ts';

/** A request that may have called a model. */
export interface OpenCall {
  /** Resolves when it ended. */
  readonly calls: Promise<readonly ModelCall[]>;
  /** Ends it with what is known. */
  giveUp(): void;
}

/** The model calls within one call of a route. */
export class ExchangeLog {
  readonly #ended: ModelCall[] = [];
  readonly #open = new Set<OpenCall>();

  add(call: OpenCall): void {
    this.#open.add(call);
    void call.calls.then((ended) => {
      this.#open.delete(call);
      this.#ended.push(...ended);
    });
  }

  /** Waits for the calls that have begun. One that the program does not read to its end is given up at the time limit. */
  async settle(limitMs: number): Promise<readonly ModelCall[]> {
    if (this.#open.size === 0) return this.#ended;
    const open = [...this.#open];
    const timer = setTimeout(() => open.forEach((call) => call.giveUp()), limitMs);
    await Promise.all(open.map(({ calls }) => calls));
    clearTimeout(timer);
    return this.#ended;
  }
}
