import * as z from 'zod';
import { isWfError } from '../../errors/wf-error.ts';
import type { ConfigurationReference } from '../../contract/variants/configuration-reference.ts';
import type { HostedDeployment, HostingBackend } from './hosting.ts';

/** What a bundle's process asks its parent. Anything else it sends is ignored. */
const Question = z.object({
  type: z.literal('configuration'),
  id: z.union([z.int(), z.string()]),
  reference: z.object({
    revision: z.string().nullish(),
    application: z.string().nullish(),
    variant: z.string().nullish(),
    environment: z.string().nullish(),
    version: z.int().nullish(),
  } satisfies Record<keyof ConfigurationReference, z.ZodType>),
});

/** Answers a process that asks for the parameters it shall run with. */
export async function answerConfiguration(
  backend: Pick<HostingBackend, 'resolveConfiguration'>,
  deployment: HostedDeployment,
  message: unknown,
  reply: (answer: object) => void,
): Promise<void> {
  const question = Question.safeParse(message);
  if (!question.success) return;
  const { type, id } = question.data;
  // zod's optional fields are "possibly undefined", which the reader of a reference takes as missing.
  const reference = question.data.reference as ConfigurationReference;
  try {
    reply({ type, id, params: await backend.resolveConfiguration(deployment, reference) });
  } catch (error) {
    const code = isWfError(error) ? error.code : 'WF_FAILED';
    reply({ type, id, error: { code, message: error instanceof Error ? error.message : String(error) } });
  }
}
