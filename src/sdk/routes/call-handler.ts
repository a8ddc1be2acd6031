import * as z from 'zod';
import { REPORTED, toValidationItems } from '../../contract/validation/validation-error.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { ErasedCall, RouteDefinition } from './route-definition.ts';
import { type RoutingContext, routingStorage } from '../context/routing-context.ts';

/**
 * Calls the handler of a route in a routing context and checks its answer.
 *
 * @throws {WF_ROUTE_FAILED} when the answer breaks the route's output schema
 */
export async function callHandler(route: RouteDefinition, call: ErasedCall, context: RoutingContext): Promise<unknown> {
  const answer = await routingStorage().run(context, route.handler, call);
  if (isAsyncIterable(answer)) return withinContext(answer, context);
  return route.output === undefined ? answer : await checkAnswer(route, answer);
}

/** Returns whether a value is a stream of items. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/**
 * Checks an answer against the route's output schema.
 *
 * @throws {WF_ROUTE_FAILED} when it does not fit
 */
export async function checkAnswer(route: RouteDefinition, answer: unknown): Promise<unknown> {
  if (route.output === undefined) return answer;
  const parsed = await z.safeParseAsync(route.output, answer, REPORTED);
  if (parsed.success) return parsed.data;
  const items = toValidationItems(parsed.error.issues, ['output']);
  throw new UserError({
    code: 'WF_ROUTE_FAILED',
    message: `The answer of route ${route.path} does not match its output schema: ${describe(items)}.`,
    details: items,
  });
}

function describe(items: ReturnType<typeof toValidationItems>): string {
  return items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

/** A generator's body runs when it is read, after the handler has returned, so each read enters the context again. */
function withinContext(source: AsyncIterable<unknown>, context: RoutingContext): AsyncIterable<unknown> {
  const enter = <R>(run: () => R): R => routingStorage().run(context, run);
  return {
    [Symbol.asyncIterator]() {
      const iterator = enter(() => source[Symbol.asyncIterator]());
      return {
        next: () => enter(() => iterator.next()),
        return: async (value) => (await enter(() => iterator.return?.(value))) ?? { done: true, value },
      };
    },
  };
}
