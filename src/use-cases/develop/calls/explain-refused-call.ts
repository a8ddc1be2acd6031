import { isServiceError, ROUTES_STEP, ServiceError } from '../../../foundation/errors/wf-error.ts';
import { CONFIGURATION } from '../../../client/answers/refusal-body.ts';
import { ValidationErrorItem } from '../../../contract/validation/validation-error.ts';
import { fieldOf } from '../../../foundation/record.ts';
import type { CallLimit } from './call-limit.ts';

/** Names the route that did not answer in time, and what set the limit. Any other error is returned as it is. */
export function explainTimeout(error: unknown, route: string, { timeoutMs, setBy }: CallLimit): unknown {
  if (!isServiceError(error) || error.code !== 'WF_TIMEOUT' || error.status !== null) return error;
  const seconds = timeoutMs / 1000;
  return reword(error, {
    message: `The route ${route} did not answer within ${seconds} s, the time limit of ${setBy}.`,
    nextSteps: [
      `Add --timeout ${Math.ceil(seconds * 4)}`,
      `Or in the project file: call_timeout: ${Math.ceil(seconds * 4)}`,
    ],
  });
}

/**
 * Says what ended a call, in the service's words: the address that answered is not what failed. Any other error is
 * returned as it is.
 *
 * @param nextSteps - commands that show more
 */
export function explainEnding(error: unknown, nextSteps: readonly string[] = []): unknown {
  if (!isServiceError(error) || error.status === null || (error.status < 500 && error.status !== 400)) return error;
  const detail = detailOf(error.details);
  if (detail === null) return error;
  // The workflow asked for a configuration that does not exist.
  if (error.status === 400) return reword(error, { message: detail });
  return reword(error, { code: error.status === 504 ? 'WF_TIMEOUT' : 'WF_ROUTE_FAILED', message: detail, nextSteps });
}

function detailOf(details: unknown): string | null {
  const detail = fieldOf(details, 'detail');
  return typeof detail === 'string' ? detail : null;
}

/** Adds a next step to a refusal of the configuration: the routes with their fields. Any other error is returned as it is. */
export function explainConfig(error: unknown): unknown {
  if (!isServiceError(error) || !isOfConfiguration(error.details)) return error;
  return reword(error, { nextSteps: [ROUTES_STEP] });
}

function reword(error: ServiceError, changed: Partial<ConstructorParameters<typeof ServiceError>[0]>): ServiceError {
  const { code, message, status, requestId, details } = error;
  return new ServiceError({ code, message, status, requestId, details, cause: error, ...changed });
}

function isOfConfiguration(details: unknown): boolean {
  const { data = [] } = ValidationErrorItem.array().safeParse(details);
  return data.some(({ loc }) => loc[1] === CONFIGURATION);
}
