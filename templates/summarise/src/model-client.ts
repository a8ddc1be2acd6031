import OpenAI from 'openai';

/**
 * Makes a client for any server that speaks the OpenAI protocol: `OPENAI_BASE_URL` says where, `OPENAI_API_KEY` opens it.
 * Made within a call, because routes are read without an environment.
 */
export function createModelClient(): OpenAI {
  if (!process.env.OPENAI_API_KEY) throw new MissingKeyError();
  return new OpenAI();
}

class MissingKeyError extends Error {
  /** The status of the answer: the workflow is fine, what it depends on is not there. */
  readonly status = 424;

  constructor() {
    super(
      'OPENAI_API_KEY is not set. Set it to a key of the model provider, or to any text for a server without keys.',
    );
  }
}
