import type { Bytes, PublicInput } from '../contract/endpoint/endpoint.ts';
import type { EndpointInput, EndpointName, EndpointOutput, Endpoints } from '../contract/endpoints.ts';
import type * as z from 'zod';
import type { CallOptions, ExtendedCallOptions } from './sending/connection.ts';

/** Endpoints of the interface; the others are ours. */
export type PublicName = { [N in EndpointName]: Endpoints[N]['source'] extends 'wf' ? never : N }[EndpointName];

/** Works around empty object schemas: they infer an index signature of `never`, which allows no other key. */
type Fields<T> = string extends keyof T ? unknown : T;
type PublicBody<B> = B extends z.ZodType ? { body: PublicInput<B> } : B extends Bytes ? { body: Uint8Array } : unknown;

/** Arguments of a call without what is ours. */
type PublicEndpointInput<N extends PublicName> = Fields<z.input<Endpoints[N]['params']>> &
  Fields<PublicInput<Endpoints[N]['query']>> &
  PublicBody<Endpoints[N]['body']>;

type NoInput = Record<string, never>;
type Arguments<I, Call> = unknown extends I
  ? [input?: NoInput, call?: Call]
  : Partial<I> extends I
    ? [input?: I, call?: Call]
    : [input: I, call?: Call];

/** One method per endpoint of the interface, with its public fields only. */
export type PublicMethods = {
  readonly [N in PublicName]: (
    ...parameters: Arguments<PublicEndpointInput<N>, CallOptions>
  ) => Promise<EndpointOutput<N>>;
};

/** One method per endpoint, ours included, with all fields. */
export type EndpointMethods = {
  readonly [N in EndpointName]: (
    ...parameters: Arguments<EndpointInput<N>, ExtendedCallOptions>
  ) => Promise<EndpointOutput<N>>;
};
