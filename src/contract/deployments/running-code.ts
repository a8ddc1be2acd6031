import * as z from 'zod';
import { SetVariable, VariableName } from '../environments/variable.ts';

/** Body that starts a variant's code. @source facts §2.2 */
export const StartVariant = z.strictObject({
  action: z.strictObject({ action: z.enum(['START', 'STOP']) }),
  /** Variables of the app to set first. */
  env_vars: z
    .strictObject({ env_vars: z.record(VariableName, SetVariable.shape.value) })
    .nullable()
    .optional(),
});
export type StartVariant = z.infer<typeof StartVariant>;

/** Body that restarts a variant's code. @source public client */
export const RestartContainer = z.strictObject({ variant_id: z.string() });
export type RestartContainer = z.infer<typeof RestartContainer>;
