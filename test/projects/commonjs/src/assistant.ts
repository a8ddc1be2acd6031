import OpenAI = require('openai');
import { Service } from './registry';

@Service()
export class Assistant {
  private readonly client = new OpenAI.OpenAI();

  async answer(question: string, signal: AbortSignal): Promise<string> {
    const { choices } = await this.client.chat.completions.create(
      { model: 'gpt-4o-mini', messages: [{ role: 'user', content: question }] },
      { signal },
    );
    return choices[0]?.message.content ?? '';
  }
}
