import { parseJson } from '../../contract/validation/parse-json.ts';
import type { ConfigResponse, FetchConfig } from '../../contract/variants/config.ts';
import { toFetchConfig } from '../../contract/variants/to-fetch-config.ts';
import { orAborted } from '../../foundation/abort.ts';
import { ServiceError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { readText } from '../../foundation/read-text.ts';
import { fieldOf, isRecord } from '../../foundation/record.ts';
import { isTransient, isTransientCode, readRetryAfter, retryDelayMs } from '../../foundation/retry-rule.ts';
import type { ConfigurationSource } from './routing-context.ts';

/** Limit of a request with its retries. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;
/** Longer answers are no configurations. */
const MAX_BYTES = 10 * 1024 * 1024;
const BACK_OFF = { firstMs: 400, maxMs: 2_000 };

/**
 * Fetches configurations with the platform's own `fetch`: a bundle for any platform cannot contain Node's client.
 *
 * @returns `null` when `WF_BASE_URL` is not set
 * @throws {WF_INVALID_INPUT} when `WF_BASE_URL` is not an http address, or `WF_API_KEY` is missing
 */
export function serviceConfigurations(
  variables: Readonly<Record<string, string | undefined>>,
): ConfigurationClient | null {
  const base = variables['WF_BASE_URL'];
  if (base === undefined || base === '') return null;
  const url = toAddress(base);
  const key = variables['WF_API_KEY'];
  if (key === undefined || key === '') throw invalid('WF_BASE_URL is set, but WF_API_KEY, the key for it, is not.');
  const headers = { authorization: `ApiKey ${key}`, 'content-type': 'application/json', accept: 'application/json' };
  return {
    async fetchConfig({ body, signal }) {
      const limit = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal === undefined ? [] : [signal])]);
      // A key is only ever sent to the address it was given for.
      const init = { method: 'POST', headers, body: JSON.stringify(body), signal: limit, redirect: 'manual' } as const;
      const response = await fetchWithRetries(url, init);
      const text = (await readText(response, MAX_BYTES)) ?? '';
      if (!response.ok) throw toError(response.status, text, url);
      const configuration = readConfiguration(parseJson(text));
      if (configuration !== null) return configuration;
      throw new ServiceError({
        code: 'WF_UNEXPECTED_ANSWER',
        message: `${url} did not answer with a configuration.`,
        status: response.status,
      });
    },
  };
}

/** Sends a request that only reads, and sends it again after a failure that may pass. The signal bounds all of it. */
async function fetchWithRetries(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
  const end = Date.now() + TIMEOUT_MS;
  for (let attempt = 0; ; attempt += 1) {
    const [response, error] = await fetch(url, init).then(
      (answer) => [answer, null] as const,
      (thrown: unknown) => [null, thrown] as const,
    );
    const header = (name: string) => response?.headers.get(name);
    const mayPass =
      response === null
        ? isTransientCode(fieldOf(fieldOf(error, 'cause'), 'code'))
        : isTransient(response.status, header);
    const delay = retryDelayMs(attempt, readRetryAfter(header, Date.now()), BACK_OFF, Math.random());
    // A retry after the limit would say only that time is up.
    if (!mayPass || attempt >= RETRIES || Date.now() + delay >= end) {
      if (response === null) throw error;
      return response;
    }
    await response?.body?.cancel();
    await pause(delay, init.signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await orAborted(promise, signal).finally(() => clearTimeout(timer));
}

/** Checked without the contract's schema, which would make every bundle larger by a tenth. */
function readConfiguration(answer: unknown): Configuration | null {
  const [params, set] = [fieldOf(answer, 'params'), fieldOf(answer, 'set_parameters') ?? null];
  return isRecord(params) && (set === null || isRecord(set)) ? { params, set_parameters: set } : null;
}

/** Only an unknown reference is the caller's mistake; any other failure is the service's. */
function toError(status: number, text: string, url: string): ServiceError {
  const code = status === 404 ? 'WF_NOT_FOUND' : status === 401 || status === 403 ? 'WF_NOT_ALLOWED' : 'WF_FAILED';
  const detail = readDetail(text);
  const message =
    code === 'WF_NOT_FOUND' && detail !== null ? detail : `${url} answered ${status}: ${detail ?? text.slice(0, 200)}`;
  return new ServiceError({ code, message, status });
}

function readDetail(text: string): string | null {
  const detail = fieldOf(parseJson(text), 'detail');
  return typeof detail === 'string' ? detail : null;
}

function toAddress(base: string): string {
  if (!URL.canParse(base) || !/^https?:$/.test(new URL(base).protocol)) {
    throw invalid(`WF_BASE_URL is ${JSON.stringify(base)}, which is not an http address.`);
  }
  return `${base.replace(/\/+$/, '')}/variants/configs/fetch`;
}

function invalid(message: string): UserError {
  return userError('WF_INVALID_INPUT', message);
}

export interface ConfigurationClient {
  fetchConfig(call: { readonly body: FetchConfig; readonly signal?: AbortSignal }): Promise<Configuration>;
}

type Configuration = Pick<ConfigResponse, 'params' | 'set_parameters'>;

/**
 * Fetches configurations from a service, for a workflow that the service does not host.
 *
 * @param client - a client of the service
 * @param application - name of the app, for calls that do not name it
 * @param hasDefaults - whether the caller's code fills in what nobody set: the service knows the defaults of other code
 * @source seed §4.7, facts §2.3
 */
export function registryConfigurations(
  client: ConfigurationClient,
  application: string,
  hasDefaults = true,
): ConfigurationSource {
  return async (reference, { signal }) => {
    const body = toFetchConfig(reference, application);
    const { params, set_parameters } = await client.fetchConfig({ body, signal });
    return hasDefaults ? (set_parameters ?? params) : params;
  };
}
