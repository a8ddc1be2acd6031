import * as z from 'zod';
import type { Session } from '../../session/session.ts';

/** What a tool works with. */
export interface ToolContext {
  readonly client: Session['client'];
  /** App of the project or the settings; `null`: the only one there is. */
  readonly app: string | null;
}

/** One thing an assistant can do: the same use case a command calls. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it changes something that is stored, or calls code that may cost money. */
  readonly writes: boolean;
  readonly run: (input: unknown, context: ToolContext) => Promise<unknown>;
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<unknown>;
}

/** Makes a tool whose input is checked before it runs. */
export function tool<Input extends z.ZodObject>({ run, ...rest }: ToolDefinition<Input>): Tool {
  return { ...rest, run: (input, context) => run(rest.input.parse(input), context) };
}

/** Input of tools about the records of one app. */
export const inApp = z.object({
  app: z.string().optional().describe("Name or id of the app. Left out: the project's, or the only one."),
});

/** The app a call is about. */
export function appOf({ app }: z.output<typeof inApp>, context: ToolContext): string | null {
  return app ?? context.app;
}
