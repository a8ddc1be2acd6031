import { recordUsage } from 'wfkit';
import { createModelClient } from './model-client.ts';

export interface ModelQuestion {
  readonly model: string;
  readonly temperature: number;
  /** What the model is told to do. */
  readonly system: string;
  /** What it is to do that with. */
  readonly user: string;
  /** Ends the call when the caller has left or the time is up. */
  readonly signal: AbortSignal;
}

/** Asks a chat model, and records the tokens so that playground and evaluations can show what a call costs. */
export async function askModel({ model, temperature, system, user, signal }: ModelQuestion): Promise<string> {
  const completion = await createModelClient().chat.completions.create(
    {
      model,
      temperature,
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
