import { route } from 'wfkit';
import { GoogleGenAI } from '@google/genai';
import * as z from 'zod';

const client = new GoogleGenAI({
  apiKey: process.env['GEMINI_API_KEY'] ?? '',
  httpOptions: { baseUrl: process.env['GEMINI_BASE_URL'] ?? '' },
});

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  const { text } = await client.models.generateContent({ model: 'gemini-2.5-flash', contents: input.question });
  return text ?? '';
});
