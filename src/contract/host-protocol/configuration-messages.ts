import * as z from 'zod/mini';
import type { ConfigurationReference } from '../variants/configuration-reference.ts';
import { MessageId, RecordName } from './message-fields.ts';

const OptionalName = z.exactOptional(z.nullable(RecordName));

/** Requests the parameters of a call. */
export const FetchConfiguration = z.strictObject({
  type: z.literal('fetch-configuration'),
  id: MessageId,
  reference: z.strictObject({
    revision: OptionalName,
    application: OptionalName,
    variant: OptionalName,
    environment: OptionalName,
    version: z.exactOptional(z.nullable(z.int())),
  } satisfies Record<keyof ConfigurationReference, z.ZodMiniType>),
});
export type FetchConfiguration = z.infer<typeof FetchConfiguration>;

/** The requested parameters. */
export const Configuration = z.strictObject({
  type: z.literal('configuration'),
  id: MessageId,
  params: z.record(z.string(), z.unknown()),
});
export type Configuration = z.infer<typeof Configuration>;

/** Reason why the parameters cannot be provided. */
export const ConfigurationFailure = z.strictObject({
  type: z.literal('configuration-failure'),
  id: MessageId,
  code: RecordName,
  message: z.string(),
});
export type ConfigurationFailure = z.infer<typeof ConfigurationFailure>;
