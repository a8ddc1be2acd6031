import { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { keepAuthorFrames, stackWithCauses } from '../../foundation/errors/stacks.ts';
import { isWfError, type WfError } from '../../foundation/errors/wf-error.ts';
import type { Refusal } from '../../http/exchange.ts';
import { CallTimeout } from './call-clock.ts';
import type { CallUse } from './addresses.ts';

/** Rewords what a handler threw, for a host that knows the cause better. Returns it as it is otherwise. */
export type ExplainFailure = (thrown: unknown) => unknown;

/**
 * Converts an error of a handler to a refusal.
 *
 * @param use - only a playground call gets the stack
 * @source design §4, facts §4.4
 */
export function toCallFailure(error: unknown, path: string, use: CallUse): Refusal {
  if (error instanceof CallTimeout) return { status: 504, detail: `Route ${path}: ${error.message}` };
  const items = configurationItems(error);
  if (items !== null) return { status: 422, detail: items };
  if (isUnknownConfiguration(error)) return { status: 400, detail: error.message };
  const stack = use === 'playground' && error instanceof Error ? stackWithCauses(error) : undefined;
  const stacktrace = stack === undefined ? {} : { stacktrace: stack.split('\n') };
  return { status: statusOf(error), detail: { message: messageOf(error), ...stacktrace } };
}

/** Writes what a handler threw to stderr, which hosts keep as their log; a caller's own mistake is not a failure. */
export function logFailure(error: unknown, path: string): void {
  if (configurationItems(error) !== null || isUnknownConfiguration(error)) return;
  console.error(
    `Route ${path} failed: ${error instanceof Error ? keepAuthorFrames(stackWithCauses(error)) : String(error)}`,
  );
}

/** A configuration refused by `getFromRoute(schema)` is treated like one refused by the route's own schema. */
function configurationItems(error: unknown): readonly ValidationErrorItem[] | null {
  if (!isWfError(error) || error.code !== 'WF_INVALID_INPUT') return null;
  const items = ValidationErrorItem.array().min(1).safeParse(error.details);
  return items.success && items.data.every(({ loc }) => loc[0] === 'config') ? items.data : null;
}

function isUnknownConfiguration(error: unknown): error is WfError {
  return isWfError(error) && error.code === 'WF_NOT_FOUND';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Uses the error's own status if it is a failure: clients of model providers set `status`. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 500;
  const { status, statusCode, status_code } = error as Readonly<Record<string, unknown>>; // any of them may be missing
  const found = [status, statusCode, status_code].find((value) => Number.isInteger(value));
  return typeof found === 'number' && found >= 400 && found <= 599 ? found : 500;
}
