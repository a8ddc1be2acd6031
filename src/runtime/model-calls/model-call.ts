import type { Context } from '@opentelemetry/api';
import type { ModelAnswer } from './answers/model-answer.ts';
import type { ModelOperation } from './model-endpoint.ts';
import type { ModelRequest } from './read-model-request.ts';

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
