import { PROVIDER_KEY_MISSING } from '../../contract/evaluations/provider-key-missing.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { EvaluatorTools } from './evaluator-tools.ts';

/** A model provider's endpoint and key. */
export interface Provider {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** The caller named the address, so its answers may be those of somebody else's server. */
  readonly isGiven: boolean;
  /** The service pays for its calls, not the caller. */
  readonly isOwn: boolean;
}

const OPENAI = 'https://api.openai.com/v1';
/** Local servers need no key, but the protocol requires one. */
export const NO_KEY = 'none';

/**
 * Finds the OpenAI-compatible endpoint for judges. Settings of the evaluation override the service's own; the service's
 * key is never sent to a URL from an evaluation.
 *
 * @throws {WF_INVALID_INPUT} when there is none, or its URL is invalid
 */
export async function findProvider({
  providerKeys,
  environment,
}: Pick<EvaluatorTools, 'providerKeys' | 'environment'>): Promise<Provider> {
  const own = await environment();
  const { OPENAI_API_KEY: givenKey, OPENAI_BASE_URL: givenUrl } = providerKeys;
  if (isSet(givenUrl)) {
    return { apiKey: isSet(givenKey) ? givenKey : NO_KEY, baseUrl: requireUrl(givenUrl), isGiven: true, isOwn: false };
  }
  const { OPENAI_API_KEY: ownKey, OPENAI_BASE_URL: ownUrl } = own;
  const key = isSet(givenKey) ? givenKey : ownKey;
  const isOwn = !isSet(givenKey);
  if (isSet(ownUrl)) {
    return { apiKey: isSet(key) ? key : NO_KEY, baseUrl: requireUrl(ownUrl), isGiven: false, isOwn };
  }
  if (isSet(key)) return { apiKey: key, baseUrl: OPENAI, isGiven: false, isOwn };
  const msg = 'OpenAI API key is required to run one or more of the specified evaluators';
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'lm_providers_keys'], msg, type: PROVIDER_KEY_MISSING }],
    nextSteps: [
      'Set OPENAI_API_KEY where the service runs, and OPENAI_BASE_URL for another OpenAI-compatible endpoint',
      'wf eval run … --provider-keys OPENAI_API_KEY',
    ],
  });
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function requireUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `OPENAI_BASE_URL is ${JSON.stringify(text)}, which is not an http(s) URL.`,
  });
}
