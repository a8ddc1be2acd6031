import { PROVIDER_KEY_MISSING } from '../../contract/evaluations/provider-key-missing.ts';
import { UserError } from '../../errors/wf-error.ts';
import type { EvaluatorTools } from './evaluator-tools.ts';

/** Where models are asked, and with what key. */
export interface Provider {
  readonly apiKey: string;
  readonly baseUrl: string;
}

const OPENAI = 'https://api.openai.com/v1';
/** Servers on one's own machine ask for none, and the protocol has no call without. */
export const NO_KEY = 'none';

/**
 * Finds the OpenAI-compatible endpoint that judges ask. What came with the evaluation goes before the service's own; the
 * service's key never goes to an address that came with an evaluation.
 *
 * @throws {WF_INVALID_INPUT} when there is none, or its address is no URL
 */
export async function findProvider({ providerKeys, environment }: EvaluatorTools): Promise<Provider> {
  const own = await environment();
  const { OPENAI_API_KEY: givenKey, OPENAI_BASE_URL: givenUrl } = providerKeys;
  if (isSet(givenUrl)) return { apiKey: isSet(givenKey) ? givenKey : NO_KEY, baseUrl: requireUrl(givenUrl) };
  const { OPENAI_API_KEY: ownKey, OPENAI_BASE_URL: ownUrl } = own;
  const key = isSet(givenKey) ? givenKey : ownKey;
  if (isSet(ownUrl)) return { apiKey: isSet(key) ? key : NO_KEY, baseUrl: requireUrl(ownUrl) };
  if (isSet(key)) return { apiKey: key, baseUrl: OPENAI };
  const msg = 'OpenAI API key is required to run one or more of the specified evaluators';
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'lm_providers_keys'], msg, type: PROVIDER_KEY_MISSING }],
    nextSteps: [
      'Set OPENAI_API_KEY, and OPENAI_BASE_URL for another OpenAI-compatible endpoint, where the service runs',
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
    message: `OPENAI_BASE_URL is ${JSON.stringify(text)}, which is no http(s) address.`,
  });
}
