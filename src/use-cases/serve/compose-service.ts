import { join } from 'node:path';
import { type ArtifactStorage, createArtifactStorage } from '../../service/hosting/artifacts/artifact-storage.ts';
import { createService, type CreateServiceOptions, type Service } from '../../service/serve/create-service.ts';
import type { HostingOptions } from '../../service/hosting/bundles/hosting-options.ts';
import { parsePackagesRule } from '../../service/hosting/packages/packages-rule.ts';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { SandboxKind } from '../../sandbox/sandbox-kind.ts';
import type { RequestTraces } from '../../service/observe/request-traces.ts';
import type { ServedRequest } from '../../service/observe/served-request.ts';
import { ANYWHERE, type EgressRules } from '../../service/egress/egress-rules.ts';
import { createGuardedFetch } from '../../service/egress/guarded-fetch.ts';
import { createHeavyWork } from '../../service/evaluators/scoring/create-heavy-work.ts';
import { createSecretBox, type SecretBox } from '../../service/secrets/create-secret-box.ts';
import { createKeyRing } from '../../service/secrets/create-key-ring.ts';
import { readSealingKey } from '../../service/secrets/queries.ts';
import { createDatabaseClock } from '../../service/store/database-clock.ts';
import { openStore, type Store } from '../../service/store/open-store.ts';
import { noteQuery } from '../../service/store/query-time.ts';
import { createLazyHosting, loadHosting } from './lazy-hosting.ts';
import { composeRunner, type LazyRunner, type WorkerPoolOptions } from './compose-runner.ts';
import { createDataFolder, createDiskCheck } from './create-data-folder.ts';
import { requireSafeDataFolder } from '../../project/require-safe-data-folder.ts';
import { requireSystemSandbox } from './require-system-sandbox.ts';
import { packagePaths } from '../package-paths.ts';
import { RESTORING } from '../files/locate-database.ts';
import { readVariables, type VariableSource } from './read-variables.ts';
import type { Cleaner } from '../../service/retention/create-cleaner.ts';
import { stat } from 'node:fs/promises';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { loadOnce } from '../../foundation/load-once.ts';

export interface ComposeServiceOptions {
  /** Folder of the database, of cached bundles and of the local key. */
  readonly dataDir: string;
  /** PostgreSQL instead of the file in `dataDir`. */
  readonly databaseUrl?: string | null;
  /** Size of SQLite's page cache in MB. @defaultValue 16 */
  readonly cacheMb?: number;
  /** Whether nobody else calls it meanwhile. @defaultValue false */
  readonly isAlone?: boolean;
  /** Whether to create a missing database, and its folder. Without it, commands that only read see an empty one. @defaultValue true */
  readonly creates?: boolean;
  /** Where to store new bundles instead of the database, as in `s3://bucket/prefix`. */
  readonly artifacts?: string | null;
  /** Base URL under which callers reach the service; `null` while it listens nowhere. */
  readonly publicUrl?: () => string | null;
  /** The variables of the project here, for the bundles of its own app; `null`: there is no project. */
  readonly variableSource: VariableSource | null;
  /** Users that bundles run as, as in `70000-70099`. */
  readonly bundleUsers?: string | null;
  /** Packages with native code that bundles may import, as in `sharp,better-sqlite3:scripts`; `null`: none. */
  readonly nativePackages?: string | null;
  /** Whether bundles are the only user's own: they may import any package. @defaultValue false */
  readonly isOwn?: boolean;
  /**
   * Where the service sends requests of its callers: to webhooks, model providers and self-hosted workflows. `null`:
   * anywhere, for a service that only its own user calls.
   */
  readonly egress: EgressRules | null;
  /** Whether to refuse to start where the operating system does not confine deployed code. @defaultValue false */
  readonly requireSandbox?: boolean;
  /** Whether to resume evaluations that an earlier process abandoned. @defaultValue false */
  readonly resume?: boolean;
  /** How this process takes part in the worker pool on PostgreSQL. */
  readonly workerPool?: WorkerPoolOptions;
  /** @defaultValue those of the service */
  readonly limits?: CreateServiceOptions['limits'];
  readonly onError?: (error: unknown, requestId: string) => void;
  readonly onServed?: (served: ServedRequest) => void;
  /** Age in seconds at which data without a rule is pruned, at quiet times; `null`: never. @defaultValue nothing is pruned */
  readonly keepSeconds?: number | null;
  /** Called when the process of a bundle ended otherwise than by plan. */
  readonly onKilled?: HostingOptions['onKilled'];
  /** Whether to deliver what is queued for webhooks. @defaultValue false */
  readonly sendsWebhooks?: boolean;
  /** Records a span for each request. */
  readonly traces?: RequestTraces | null;
}

export interface ComposedService {
  readonly service: Service;
  readonly store: Store;
  /** What confines deployed code on this machine. */
  sandboxKind(): Promise<SandboxKind>;
  /** The time of the database. */
  readonly now: () => Date;
  /** The service's secret box, for other endpoints of the same process. */
  readonly secrets: SecretBox;
  /** Resolves when evaluations can run. @throws {WF_DATABASE} when a worker cannot join the pool */
  readyToRun(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the service from its store, hosting and evaluation runner. */
export async function composeService(options: ComposeServiceOptions): Promise<ComposedService> {
  const { dataDir, databaseUrl = null, cacheMb, isAlone = false, variableSource, publicUrl, onError, egress } = options;
  const { resume = false, creates = true } = options;
  const users: Pick<HostingOptions, 'users'> =
    options.bundleUsers == null ? {} : await requireUsers(options.bundleUsers);
  const sandbox = loadOnce(importSandbox);
  const sandboxKind = async () => await (await sandbox.get()).kindFor(users.users?.first ?? null);
  if (options.requireSandbox === true) requireSystemSandbox(await sandboxKind());
  const packages = options.isOwn === true ? 'any' : parsePackagesRule(options.nativePackages ?? null);
  const artifacts = createArtifactStorage(options.artifacts ?? null);
  await artifacts.check();
  if (databaseUrl === null) await (creates ? createDataFolder(dataDir, isAlone) : requireSafeDataFolder(dataDir));
  const forLong = isAlone ? {} : { checkpointScript: packagePaths().checkpointScript };
  const file = {
    file: join(dataDir, 'wf.db'),
    isAlone,
    creates,
    ...forLong,
    ...(cacheMb === undefined ? {} : { cacheMb }),
  };
  const onQuery = options.traces == null ? undefined : noteQuery;
  if (databaseUrl === null) await requireNotEmptied(dataDir);
  const store = await openStore(databaseUrl === null ? file : { url: databaseUrl }, { onQuery });
  const closing = async (error: unknown) => {
    await store.close();
    throw store.explain(error);
  };
  // Not for a database that cannot be reached.
  if (databaseUrl !== null) await createDataFolder(dataDir).catch(closing);
  const clock = await createDatabaseClock(store).catch(closing);
  const keyRing = createKeyRing({
    file: join(dataDir, 'secret.key'),
    given: process.env['WF_SECRET_KEY'],
    readExpected: () => store.readBeside(readSealingKey),
  });
  const secrets = createSecretBox(keyRing);
  if (resume) await loadHosting();
  const heavyWork = createHeavyWork(packagePaths().scoreScript);
  let runner: LazyRunner | undefined;
  const webhooks = await openWebhooks({ ...options, store, secrets, now: clock.now });
  const cleaner = await openCleaner({ ...options, store, artifacts, now: clock.now });
  const onServed = (served: ServedRequest) => {
    cleaner?.note();
    options.onServed?.(served);
  };
  const service = createService({
    store,
    now: clock.now,
    createHosting: (backend) =>
      createLazyHosting(async () => {
        const own = { sandbox: await sandbox.get(), hostScript: packagePaths().hostScript, dataDir };
        const { onKilled } = options;
        return { ...own, backend, egress, packages, ...users, ...(onKilled === undefined ? {} : { onKilled }) };
      }, packages),
    sandboxKind,
    findDiskProblem: creates ? createDiskCheck(dataDir) : async () => null,
    secrets,
    artifacts,
    tools: {
      heavyWork,
      fetch: egress === null ? null : createGuardedFetch(egress),
      environment: async () => ({ ...(options.isOwn ? await readVariables(variableSource) : {}), ...process.env }),
      priceModel: async (usage) => {
        const { modelPrices } = await import('../../runtime/tracing/model-prices.ts');
        return (await modelPrices(usage, new Date())).cost;
      },
    },
    createRunner: (dependencies) => {
      const onProblem = (error: unknown) => onError?.(store.explain(error), 'evaluations');
      runner = composeRunner(dependencies, { ...options, resume, databaseUrl, onProblem });
      if (resume) runner.wake();
      return runner;
    },
    readVariables: async (app) => (app === variableSource?.app ? await readVariables(variableSource) : {}),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    ...(onError === undefined ? {} : { onError }),
    ...(options.traces == null ? {} : { traces: options.traces }),
    ...(options.onServed === undefined && cleaner === null ? {} : { onServed }),
  });
  const close = async () => {
    await webhooks?.[Symbol.asyncDispose]();
    await cleaner?.[Symbol.asyncDispose]();
    await service.close();
    heavyWork.close();
    clock[Symbol.dispose]();
    await store.close();
    artifacts[Symbol.dispose]();
  };
  return { service, store, secrets, sandboxKind, now: clock.now, readyToRun: async () => await runner?.ready(), close };
}

async function requireUsers(text: string): Promise<Required<Pick<HostingOptions, 'users'>>> {
  const { requireBundleUsers } = await import('../../service/hosting/bundles/hosting-options.ts');
  return { users: requireBundleUsers(text) };
}

async function importSandbox(): Promise<Sandbox> {
  const { createSandbox } = await import('../../sandbox/create-sandbox.ts');
  return createSandbox();
}

interface OpenCleanerOptions extends Pick<ComposeServiceOptions, 'keepSeconds' | 'onError'> {
  readonly store: Store;
  readonly artifacts: ArtifactStorage;
  readonly now: () => Date;
}

/** Opens the cleaner of a service, if it prunes on its own. */
async function openCleaner(options: OpenCleanerOptions): Promise<Cleaner | null> {
  const { store, artifacts, now, keepSeconds, onError } = options;
  if (keepSeconds === undefined) return null;
  const { createCleaner } = await import('../../service/retention/create-cleaner.ts');
  const { createRetention } = await import('../../service/retention/create-retention.ts');
  return createCleaner({
    store,
    retention: createRetention({ store, artifacts }),
    keepSeconds,
    now,
    elapsedMs: () => performance.now(),
    onProblem: (error) => onError?.(store.explain(error), 'prune'),
  });
}

interface OpenWebhooksOptions extends Pick<ComposeServiceOptions, 'sendsWebhooks' | 'egress' | 'onError'> {
  readonly store: Store;
  readonly secrets: SecretBox;
  readonly now: () => Date;
}

/** Opens the sender of webhooks of a service that has one. */
async function openWebhooks(options: OpenWebhooksOptions): Promise<AsyncDisposable | null> {
  const { sendsWebhooks = false, egress, store, secrets, now, onError } = options;
  if (!sendsWebhooks) return null;
  const { createWebhookSender } = await import('../../service/webhooks/create-webhook-sender.ts');
  const onProblem = (error: unknown) => onError?.(error, 'webhooks');
  return createWebhookSender({ store, secrets, fetch: createGuardedFetch(egress ?? ANYWHERE), now, onProblem });
}

/**
 * Refuses a folder whose database was lost, because a new one would hide the loss: an empty file next to a key, which
 * something emptied, and what a killed restore left.
 *
 * @throws {WF_DATABASE}
 */
export async function requireNotEmptied(dataDir: string): Promise<void> {
  const file = join(dataDir, 'wf.db');
  if ((await sizeOf(file)) === null && (await sizeOf(`${file}${RESTORING}`)) !== null) throw isUnrestored(file);
  if ((await sizeOf(file)) !== 0 || (await sizeOf(join(dataDir, 'secret.key'))) === null) return;
  // What was written since the last checkpoint is next to the file.
  if (((await sizeOf(`${file}-wal`)) ?? 0) > 0) return;
  throw new UserError({
    code: 'WF_DATABASE',
    message: `${file} is empty (0 bytes), but secret.key next to it belongs to a database with secrets.`,
    nextSteps: [
      'Delete the empty file, and restore a backup: wf restore FILE',
      'To start anew, delete secret.key as well',
    ],
  });
}

function isUnrestored(file: string): UserError {
  return new UserError({
    code: 'WF_DATABASE',
    message: `${file} is missing: a restore into its folder has not finished.`,
    nextSteps: ['Run the same wf restore again', `To start anew: rm ${shellWord(`${file}${RESTORING}`)}`],
  });
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch {
    // Opening the database reports what is wrong with the folder.
    return null;
  }
}
