import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { callHandler, checkAnswer, isAsyncIterable } from './call-handler.ts';
import { collectAnswer } from './collect-answer.ts';
import { createObjectParser } from '../schema/object-parser.ts';
import type { RouteDefinition } from './route-definition.ts';
import { currentRoutingContext } from '../context/routing-context.ts';

/** Unchecked parts of a call. */
export interface ErasedInvocation {
  readonly config?: unknown;
  readonly input?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * Calls a route in this process.
 *
 * @throws {WF_INVALID_INPUT} when configuration or input does not fit its schema
 */
export async function invokeRoute(route: RouteDefinition, invocation: ErasedInvocation): Promise<unknown> {
  const config = await createObjectParser(route.config, 'reject')(invocation.config ?? {}, ['config']);
  const input = await createObjectParser(route.input, 'reject')(invocation.input ?? {}, ['input']);
  if (!config.ok || !input.ok) {
    throw invalidCall(route.path, [...(config.ok ? [] : config.items), ...(input.ok ? [] : input.items)]);
  }
  const signal = invocation.signal ?? new AbortController().signal;
  const { recordUsage, configurations } = currentRoutingContext() ?? {};
  const call = { config: config.value, input: input.value, signal };
  const context = { config: config.value, route: route.path, call, recordUsage, configurations };
  const answer = await callHandler(route, call, context);
  if (route.output === undefined || !isAsyncIterable(answer)) return answer;
  return await checkAnswer(route, await collectAnswer(answer));
}

function invalidCall(path: string, items: readonly ValidationErrorItem[]): UserError {
  const violations = items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Route ${path} rejects this call. ${violations}.`,
    details: items,
  });
}
