import { readRefusal, readRefusalBody, type Refusal } from '../../client/answers/refusal-body.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';

/** The service refused a request, or failed to answer it. */
export class RefusedRequest extends Error {
  readonly status: number;
  /** Validation errors; only a 422 has them. */
  readonly items: readonly ValidationErrorItem[];
  /** Lines of the stack, when the workflow's code threw. */
  readonly stackLines: readonly string[];

  constructor(status: number, { message, items, stacktrace }: Pick<Refusal, 'message' | 'items' | 'stacktrace'>) {
    super(items?.map(toLine).join('\n') ?? message ?? `The server answered with status ${status}.`);
    this.name = 'RefusedRequest';
    this.status = status;
    this.items = items ?? [];
    this.stackLines = stacktrace ?? [];
  }

  static async from(response: Response): Promise<RefusedRequest> {
    const type = response.headers.get('content-type') ?? '';
    return new RefusedRequest(response.status, readRefusalBody(await response.text(), type));
  }

  /** The failure that an event of a stream tells. */
  static ofEvent(event: { readonly status: number; readonly detail: unknown }): RefusedRequest {
    return new RefusedRequest(event.status, readRefusal(event));
  }
}

function toLine({ loc, msg }: ValidationErrorItem): string {
  return `${loc.filter((part) => part !== 'body').join('.')}: ${msg}`;
}

/** Describes a thrown value to the user. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return 'The server does not respond. Is it still running?';
  return error instanceof Error ? error.message : String(error);
}
