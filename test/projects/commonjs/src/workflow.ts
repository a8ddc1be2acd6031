import { route } from 'wfkit';
import * as z from 'zod';
import type { Assistant } from './assistant';
import './assistant';
import { services } from './registry';

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input, signal }) => {
  const Found = services.get('Assistant');
  if (Found === undefined || Reflect.getMetadata('service', Found) !== true) throw new Error('NO SUCH SERVICE');
  return await (new Found() as Assistant).answer(input.question, signal);
});
