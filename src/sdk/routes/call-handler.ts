import * as z from 'zod';
import { REPORTED, toValidationItems } from '../../contract/validation/to-validation-items.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { currentRoutingContext, type RoutingContext, routingStorage } from '../context/routing-context.ts';
import { createObjectParser } from '../schema/object-schema.ts';
import type { ErasedCall, RouteDefinition } from './route-definition.ts';

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

/** Checks an answer against the route's output schema. @throws {WF_ROUTE_FAILED} when it does not fit */
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

function describe(items: readonly ValidationErrorItem[]): string {
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

/** Calls a route in this process. @throws {WF_INVALID_INPUT} when configuration or input does not fit its schema */
export async function invokeRoute(
  route: RouteDefinition,
  invocation: Partial<Record<'config' | 'input', unknown> & Pick<ErasedCall, 'signal'>>,
): Promise<unknown> {
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
  const message = `Route ${path} rejects this call. ${describe(items)}.`;
  return new UserError({ code: 'WF_INVALID_INPUT', message, details: items });
}

/**
 * Collects a stream: joins pieces of text into one string, other items into a list.
 *
 * @param items - the stream; bytes are decoded as UTF-8
 */
export async function collectAnswer(items: AsyncIterable<unknown>): Promise<unknown> {
  const collected: unknown[] = [];
  for await (const item of decodeBytes(items)) collected.push(item);
  return joinAnswer(collected);
}

/** Joins streamed items: pieces of text into one string, other items into a list. */
export function joinAnswer(items: readonly unknown[]): unknown {
  return items.length > 0 && items.every((item) => typeof item === 'string') ? items.join('') : items;
}

/**
 * Decodes the bytes in a stream, such as a model's raw response, to text.
 *
 * @yields the items, with bytes as text
 */
export async function* decodeBytes(items: AsyncIterable<unknown>): AsyncGenerator {
  const decoder = new TextDecoder();
  for await (const item of items) yield item instanceof Uint8Array ? decoder.decode(item, { stream: true }) : item;
}
