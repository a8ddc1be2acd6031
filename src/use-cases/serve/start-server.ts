import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { usageError } from '../../foundation/errors/wf-error.ts';
import { replaceUserFile } from '../../project/replace-user-file.ts';
import { findPrincipal } from '../../service/keys/find-principal.ts';
import { readCredential } from '../../service/keys/read-credential.ts';
import { ensureLocalKey } from '../../service/keys/ensure-local-key.ts';
import { loadAllEndpoints } from '../../service/request/find-endpoint.ts';
import { createMetrics, type Metrics } from '../../service/serve/metrics.ts';
import { createRequestLog, type RequestLogOptions } from '../../service/observe/request-log.ts';
import type { KillReason } from '../../service/hosting/hosting.ts';
import type { ServedRequest } from '../../service/observe/served-request.ts';
import { createPageSessions } from '../../service/serve/page-sessions.ts';
import { readConnectionLimits, serve } from '../../service/serve/serve.ts';
import { serveVoting } from '../../service/human-evaluations/voting/serve-voting.ts';
import { createEgressRules } from '../../service/egress/egress-rules.ts';
import { adoptSealingKey } from './adopt-sealing-key.ts';
import { composeService, type ComposeServiceOptions } from './compose-service.ts';
import { WEAK_SANDBOX } from './require-system-sandbox.ts';
import { storeLocalKey } from './store-local-key.ts';
import { packagePaths } from '../package-paths.ts';
import { exportSettings } from '../../service/hosting/processes/way-out.ts';
import type { RequestTraces } from '../../service/observe/request-traces.ts';

export interface StartServerOptions extends Pick<
  ComposeServiceOptions,
  'dataDir' | 'artifacts' | 'variableSource' | 'bundleUsers' | 'nativePackages' | 'requireSandbox' | 'keepSeconds'
> {
  readonly databaseUrl: string | null;
  readonly host: string;
  readonly port: number;
  /** Address that callers use, such as a load balancer's; `null`: the address it listens on. */
  readonly publicUrl?: string | null;
  /** What may be connected to for callers besides the public Internet, as in `localhost:11434` or `10.0.0.0/8`. */
  readonly allowEgress: readonly string[];
  /** Folder of the user's settings and keys, where the CLI on this machine finds the key. */
  readonly configDir: string;
  /** How long it accepts calls after it reports "not ready", so that load balancers notice. @defaultValue 0 */
  readonly drainDelayMs?: number;
  /** Time that calls in flight get to finish after that. @defaultValue 5000 */
  readonly drainTimeoutMs?: number;
  /** How long an idle connection stays open. @defaultValue 75 seconds */
  readonly keepAliveMs?: number;
  /** Logs requests and failures. */
  readonly log?: RequestLogOptions;
  /** Whether to write the link that signs in to a file, because the output may be a log. @defaultValue false */
  readonly hidesLink?: boolean;
}

export interface RunningServer {
  readonly url: string;
  /** Address of the playground. Unless the link is in a file, it signs a browser in once, within ten minutes. */
  readonly pageUrl: string;
  /** File with the link that signs in, readable by its owner only; `null`: `pageUrl` does. */
  readonly pageUrlFile: string | null;
  /** File with the key for tools on this machine, readable by its owner only. */
  readonly keyFile: string;
  /** Reports "not ready", stops accepting calls, lets those in flight finish, and closes. */
  close(): Promise<void>;
}

const NO_WORKER = 'No worker is running: this replica runs evaluations itself.';
const WORKERS = 'Workers are running: this replica leaves evaluations to them.';

/**
 * Starts a server for the API and the deployed routes, and stores a key where this user's `wf` finds it by address.
 *
 * @throws {WF_USAGE} when the public address is not an HTTP URL
 */
export async function startServer(options: StartServerOptions): Promise<RunningServer> {
  const given = options.publicUrl == null ? null : requirePublicUrl(options.publicUrl);
  let url = given?.href ?? null;
  let metrics: Metrics | null = null;
  const log = options.log === undefined ? null : createRequestLog(options.log);
  const onServed = (served: ServedRequest): void => {
    log?.served(served);
    metrics?.note(served);
  };
  const onError = (error: unknown, requestId: string) => log?.failed(error, requestId);
  const onStandIn = (isAlone: boolean) => log?.event('workers', isAlone ? NO_WORKER : WORKERS);
  const traces = await traceRequests(process.env);
  const onKilled = (reason: KillReason) => metrics?.noteKilled(reason);
  const context = {
    publicUrl: () => url,
    resume: true,
    workerPool: { onStandIn },
    onServed,
    onError,
    onKilled,
    traces,
  };
  // Undo everything on failure: a replica that listens without its database would answer every call wrongly.
  await using starting = new AsyncDisposableStack();
  const connections = readConnectionLimits({ isBehindProxy: given !== null });
  const { requestsPerKey } = connections;
  const egress = createEgressRules(options.allowEgress);
  const composed = await composeService({
    ...options,
    ...context,
    egress,
    sendsWebhooks: true,
    limits: { requestsPerKey },
  });
  starting.defer(() => composed.close());
  await loadAllEndpoints();
  const { store, now, service } = composed;
  if ((await composed.sandboxKind()) === 'permission-model') log?.event('sandbox', WEAK_SANDBOX, { level: 'warning' });
  const keyProblem = await adoptSealingKey(composed);
  if (keyProblem !== null) log?.event('secrets', keyProblem, { level: 'warning' });
  const { host, port, keepAliveMs, drainTimeoutMs: graceMs = 5000 } = options;
  const keyFile = join(options.dataDir, 'key');
  // WF_SECRET_KEY is shared by all replicas; a key file belongs to this machine.
  const isShared = process.env['WF_SECRET_KEY'] !== undefined && keyProblem === null;
  const shared = isShared ? composed.secrets : null;
  const key = await ensureLocalKey({ store, file: keyFile, shared, now });
  const isHttps = given?.protocol === 'https:';
  const sessions = createPageSessions({ store, mode: 'serve', isHttps, now });
  metrics = createMetrics({ store, now, dataDir: options.dataDir });
  const parts = [metrics.fetch, serveVoting({ ...composed, isHttps })];
  const page = { assetsDir: packagePaths().playground, sessions, parts, publicHost: given?.host ?? null };
  const findCaller = async (request: Request) =>
    await findPrincipal(store.reads, readCredential(request) ?? '', now().toISOString());
  const http = starting.use(await serve({ service, host, port, keepAliveMs, graceMs, page, connections, findCaller }));
  url ??= http.url;
  await storeLocalKey(key, http.url, options.configDir);
  const pageUrl = `${url.replace(/\/+$/, '')}/`;
  const link = `${pageUrl}#code=${await sessions.issueCode()}`;
  const pageUrlFile = options.hidesLink === true ? join(options.dataDir, 'page-url') : null;
  if (pageUrlFile !== null) await replaceUserFile(pageUrlFile, `${link}\n`, 0o600);
  const running = starting.move();
  const close = async () => {
    service.drain();
    await delay(options.drainDelayMs ?? 0);
    await running.disposeAsync();
    await traces?.[Symbol.asyncDispose]();
  };
  return { url: http.url, pageUrl: pageUrlFile === null ? link : pageUrl, pageUrlFile, keyFile, close };
}

function requirePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return url;
  throw usageError(`--public-url is ${JSON.stringify(text)}; expected an address as in https://wf.example.com.`);
}

/**
 * Creates request traces if the environment configures an OpenTelemetry exporter.
 *
 * @returns `null` if it does not
 * @source OpenTelemetry specification, "Environment Variable Specification"
 */
export async function traceRequests(env: Readonly<Record<string, string | undefined>>): Promise<RequestTraces | null> {
  const settings = exportSettings({}, env);
  const isOff = env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
  if (settings === null || isOff) return null;
  const { createExporter } = await import('../../runtime/open-telemetry/export-spans.ts');
  const { createRequestTraces } = await import('../../service/observe/request-traces.ts');
  return createRequestTraces(createExporter(settings), env['OTEL_SERVICE_NAME'] ?? 'wf');
}
