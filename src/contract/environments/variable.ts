import * as z from 'zod';
import { isSteeringVariable } from '../../foundation/steering-variable.ts';

/** Name of an environment variable. @source POSIX.1-2024 §8.1; design §5 (ours) */
export const VariableName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Use letters, digits and "_" in a variable name, and do not begin with a digit')
  .refine(
    (name) => !isSteeringVariable(name),
    'This variable controls the process, not the workflow, and cannot be set',
  );

/** An environment variable of an app's workflow, without its value, which the service never returns. */
export const Variable = z.object({ name: z.string(), updated_at: z.string(), modified_by: z.string() });
export type Variable = z.infer<typeof Variable>;

/** A variable that the workflow of an environment gets: its own, or the app's. */
export const EnvironmentVariable = Variable.extend({ from: z.enum(['app', 'environment']) });
export type EnvironmentVariable = z.infer<typeof EnvironmentVariable>;

/** Body that sets a variable. */
export const SetVariable = z.strictObject({
  // The operating system truncates a value at U+0000, and starts no process with a value above 128 KiB.
  value: z
    .string()
    .max(65_536)
    .regex(/^[^\0]*$/, 'A value must not contain the character U+0000'),
});
export type SetVariable = z.infer<typeof SetVariable>;
