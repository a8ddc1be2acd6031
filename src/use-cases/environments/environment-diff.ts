import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/deep-readonly.ts';
import { ConfigurationDiff } from '../variants/variant-results.ts';

const DiffedEnvironment = z.object({
  environment: z.string(),
  revision: z.int(),
  variant: z.string(),
  variant_revision: z.int(),
  deployment: z.string().nullable(),
  /** Hash of the bundle, or address of a self-hosted workflow. */
  code: z.string().nullable(),
  deployed_by: z.string(),
  deployed_at: z.string(),
});
export type DiffedEnvironment = z.infer<typeof DiffedEnvironment>;

export const EnvironmentDiff = z.object({
  before: DiffedEnvironment,
  after: DiffedEnvironment,
  same_code: z.boolean(),
  ...ConfigurationDiff.pick({ fields: true, routes: true }).shape,
});
export type EnvironmentDiff = DeepReadonly<z.infer<typeof EnvironmentDiff>>;
