import express from 'express';
import { Hono } from 'hono';
import { answer } from './answer.ts';

/** The application that joined: its routes use the same code as the workflow. */
export const app = new Hono();
app.post('/ask', async (context) => {
  const { question } = await context.req.json<{ question: string }>();
  return context.json({ answer: await answer(question, context.req.raw.signal) });
});

export function createLegacyServer() {
  const legacy = express();
  legacy.use(express.json());
  legacy.post('/ask', async (request, response) => {
    const { question } = request.body as { question: string };
    response.json({ answer: await answer(question, new AbortController().signal) });
  });
  return legacy;
}
