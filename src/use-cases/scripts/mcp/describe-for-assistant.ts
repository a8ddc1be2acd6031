import { isWfError } from '../../../foundation/errors/wf-error.ts';

/** Formats an error with its next steps, so that the assistant can retry. */
export function describeForAssistant(error: unknown): string {
  if (!isWfError(error)) return error instanceof Error ? error.message : String(error);
  const steps = error.nextSteps.map((step) => `Try: ${step}`);
  return [`${error.code}: ${error.message}`, ...steps].join('\n');
}
