import 'reflect-metadata';
import { Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import OpenAI from 'openai';
import { route } from 'wfkit';
import * as z from 'zod';

@Injectable()
class Answers {
  constructor(@Inject(OpenAI) private readonly client: OpenAI) {}

  async answer(question: string): Promise<string> {
    const messages = [{ role: 'user' as const, content: question }];
    const { choices } = await this.client.chat.completions.create({ model: 'gpt-4o-mini', messages });
    return choices[0]?.message.content ?? '';
  }
}

@Module({ providers: [Answers, { provide: OpenAI, useFactory: () => new OpenAI() }] })
class App {}

const context = NestFactory.createApplicationContext(App, { logger: false });

export const ask = route('/ask', { input: z.object({ question: z.string() }) }, async ({ input }) => {
  return await (await context).get(Answers).answer(input.question);
});
