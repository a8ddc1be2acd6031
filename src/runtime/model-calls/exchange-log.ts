import type { Context } from '@opentelemetry/api';
import type { ModelAnswer } from './answers/model-answer.ts';
import type { ModelOperation, ModelRequest } from './model-endpoint.ts';

/** A request that may have called a model. */
interface OpenCall {
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

/** A call of a model, as seen on its connection. */
export interface ModelCall {
  readonly operation: ModelOperation;
  readonly provider?: string;
  readonly host: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Where it was made. */
  readonly context: Context;
  readonly request: ModelRequest;
  /** `null` if it failed. */
  readonly answer: ModelAnswer | null;
  /** Why it failed. */
  readonly failure?: string;
  /** Why its tokens are unknown, and how to report them. */
  readonly reason?: string;
}

/** The name that costs and spans are found by. */
export function modelOf({ answer, request }: ModelCall): string {
  return answer?.model ?? request.model ?? 'unknown model';
}
