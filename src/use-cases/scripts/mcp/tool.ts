import * as z from 'zod';
import { isWfError, messageOf } from '../../../foundation/errors/wf-error.ts';
import type { Session } from '../../session/session.ts';

/** What all tools of a server share. */
export interface ToolSession {
  readonly client: Session['client'];
  /** Address of the service; `null`: it runs in this process. */
  readonly url: string | null;
  /** App of the project or the settings; `null`: the only app. */
  readonly app: string | null;
  /**
   * Runs a command in the server's folder.
   *
   * @param command - its name, as in `variants list`
   * @param input - its standard input
   * @returns the document that it prints, and what it writes to standard error: what a list leaves out, warnings
   * @throws {ShownFailure} if it prints one and fails
   */
  readonly run: (command: string, words: readonly string[], input?: string) => Promise<CommandAnswer>;
}

/** The context that a tool runs in. */
export interface ToolContext extends ToolSession {
  /** Adds a text to the answer of the tool. */
  readonly remark: (text: string) => void;
}

export interface CommandAnswer {
  readonly document: unknown;
  readonly remarks: string;
}

/** A command that has shown its result, and failed: a gate did not pass, or a plan would be refused. */
export class ShownFailure extends Error {
  override readonly name = 'ShownFailure';
  readonly document: unknown;

  constructor(document: unknown, cause: unknown) {
    super(describeForAssistant(cause), { cause });
    this.document = document;
  }
}

/** Tells it by its name: the program has this class twice, in the commands' file and in the server's. */
export function isShownFailure(error: unknown): error is ShownFailure {
  return error instanceof Error && error.name === 'ShownFailure';
}

/** Formats an error with its next steps, so that the assistant can retry. */
export function describeForAssistant(error: unknown): string {
  if (!isWfError(error)) return messageOf(error);
  const steps = error.nextSteps.map((step) => `Try: ${step}`);
  return [`${error.code}: ${error.message}`, ...steps].join('\n');
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Set if it answers a structured value. @defaultValue text */
  readonly output?: z.ZodObject | null;
  /** Whether it changes stored data, or calls code that may cost money. */
  readonly writes: boolean;
  readonly run: (input: unknown, context: ToolContext) => Promise<unknown>;
}

interface ToolDefinition<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: Input;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<unknown>;
}

/** Creates a tool that validates its input before it runs. */
export function tool<Input extends z.ZodObject>({ run, ...rest }: ToolDefinition<Input>): Tool {
  return { ...rest, run: (input, context) => run(rest.input.parse(input), context) };
}

export const inApp = z.strictObject({
  app: z.string().optional().describe("Name or id of the app. Default: the project's, or the only one."),
});

export function appOf({ app }: z.output<typeof inApp>, context: ToolContext): string | null {
  return app ?? context.app;
}
