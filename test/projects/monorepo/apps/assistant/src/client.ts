import OpenAI from 'openai';

export const client = new OpenAI();
