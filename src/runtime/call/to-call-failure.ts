import { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { keepAuthorFrames, PLACE, stackWithCauses } from '../../foundation/errors/stacks.ts';
import { isWfError, type WfError } from '../../foundation/errors/wf-error.ts';
import type { Refusal } from '../../http/exchange.ts';
import { toRetryHeaders } from '../../foundation/retry-rule.ts';
import { CallTimeout } from './call-clock.ts';
import { addConnection, findProviderTrouble, statusOf } from '../../foundation/errors/provider-trouble.ts';
import type { CallUse } from './addresses.ts';

/** Rewords what a handler threw, for a host that knows the cause better. Returns it as it is otherwise. */
export type ExplainFailure = (thrown: unknown) => unknown;

/**
 * Converts an error of a handler to a refusal. Its headers say whether a retry may help, and when: trouble of a provider may
 * pass, and a fault of the handler's own does not.
 *
 * @param use - only a playground call gets the stack
 * @source design §4, facts §4.4
 */
export function toCallFailure(error: unknown, path: string, use: CallUse): Refusal {
  if (error instanceof CallTimeout)
    return {
      status: 504,
      detail: `Route ${path}: ${error.message}`,
      headers: toRetryHeaders({ shouldRetry: false, retryAfter: null }),
    };
  const items = configurationItems(error);
  if (items !== null) return { status: 422, detail: items };
  if (isUnknownConfiguration(error)) return { status: 400, detail: error.message };
  const stack = use === 'playground' && error instanceof Error ? stackWithCauses(error) : undefined;
  const stacktrace = stack === undefined ? {} : { stacktrace: stack.split('\n'), ...placeOf(error) };
  const trouble = findProviderTrouble(error, Date.now());
  const own = typeof error === 'object' && error !== null ? statusOf(error) : null;
  return {
    status: own ?? trouble?.status ?? 500,
    detail: { message: messageOf(error), ...stacktrace },
    headers: toRetryHeaders({ shouldRetry: trouble !== null, retryAfter: toSeconds(trouble?.retryAfterMs ?? null) }),
  };
}

/** A reader who sees the source line needs no place in the message. */
function placeOf(error: unknown): { readonly place?: unknown } {
  return error instanceof Error && PLACE in error ? { place: error[PLACE] } : {};
}

function toSeconds(ms: number | null): string | null {
  return ms === null ? null : String(Math.ceil(ms / 1000));
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
  return error instanceof Error ? addConnection(error.message || error.name, error) : String(error);
}
