import { configSchema, entrypoint } from 'wfkit';
import * as z from 'zod';

/** Each field is a control in the playground; a variant is a set of values for them. */
const Greeting = configSchema({
  greeting: z.string().default('Hello'),
});

const Person = z.object({ name: z.string().min(1) });

export default entrypoint(
  { config: Greeting, input: Person, output: z.string() },
  async ({ config: { greeting }, input: { name } }) => `${greeting}, ${name}!`,
);
