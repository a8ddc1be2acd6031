import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import { isRecord } from '../../foundation/record.ts';

/** The service refused a request, or failed to answer it. */
export class RefusedRequest extends Error {
  readonly status: number;
  /** Validation errors; only a 422 has them. */
  readonly items: readonly ValidationErrorItem[];
  /** Lines of the stack, when the workflow's code threw. */
  readonly stackLines: readonly string[];

  constructor(status: number, detail: unknown) {
    super(messageOf(status, detail));
    this.name = 'RefusedRequest';
    this.status = status;
    this.items = Array.isArray(detail) ? detail.filter(isItem) : [];
    this.stackLines = stackOf(detail);
  }

  static async from(response: Response): Promise<RefusedRequest> {
    const text = await response.text();
    return new RefusedRequest(response.status, detailOf(text));
  }
}

function detailOf(text: string): unknown {
  const body = parseJson(text);
  return isRecord(body) && 'detail' in body ? body['detail'] : text;
}

function messageOf(status: number, detail: unknown): string {
  if (typeof detail === 'string' && detail !== '') return detail;
  if (isRecord(detail) && typeof detail['message'] === 'string') return detail['message'];
  if (Array.isArray(detail)) {
    const lines = detail
      .filter(isItem)
      .map(({ loc, msg }) => `${loc.filter((part) => part !== 'body').join('.')}: ${msg}`);
    return lines.join('\n');
  }
  return `The server answered with status ${status}.`;
}

function stackOf(detail: unknown): readonly string[] {
  const stack = isRecord(detail) ? detail['stacktrace'] : undefined;
  if (typeof stack === 'string') return stack.split('\n');
  return Array.isArray(stack) ? stack.map(String) : [];
}

function isItem(value: unknown): value is ValidationErrorItem {
  return isRecord(value) && Array.isArray(value['loc']) && typeof value['msg'] === 'string';
}
