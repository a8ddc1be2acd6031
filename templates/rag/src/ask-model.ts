import OpenAI from 'openai';
import { recordUsage } from 'wfkit';

export interface ModelQuestion {
  readonly model: string;
  /** Instructions. */
  readonly system: string;
  /** The text that the instructions apply to. */
  readonly user: string;
  /** Cancels the call when the caller disconnects or the time limit expires. */
  readonly signal: AbortSignal;
}

/**
 * Asks a chat model of any server that speaks the OpenAI protocol: the client reads `OPENAI_BASE_URL` and
 * `OPENAI_API_KEY`. Records the tokens, so that the playground and evaluations show what a call costs.
 */
export async function askModel({ model, system, user, signal }: ModelQuestion): Promise<string> {
  const completion = await new OpenAI().chat.completions.create(
    {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
    },
    { signal },
  );
  if (completion.usage) {
    const { prompt_tokens, completion_tokens } = completion.usage;
    recordUsage({ model, input_tokens: prompt_tokens, output_tokens: completion_tokens });
  }
  const answer = completion.choices[0]?.message.content;
  if (!answer) throw new Error(`The model ${model} gave an empty answer.`);
  return answer.trim();
}
