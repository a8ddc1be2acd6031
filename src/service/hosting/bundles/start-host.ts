import { cp, lchown, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_PART } from '../../../contract/deployments/bundle-parts.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import type { Sandbox } from '../../../sandbox/create-sandbox.ts';
import type { HostedDeployment } from '../hosting.ts';
import { replyWithConfiguration } from '../reply-with-configuration.ts';
import { type CachedArtifact, cacheArtifact } from './cache-artifact.ts';
import { openBundlePackages } from '../packages/open-bundle-packages.ts';
import type { HostingLimits, HostingOptions } from './hosting-options.ts';
import type { SocketFolder } from '../processes/create-socket-folder.ts';
import { startHostProcess, type StartHostProcessOptions, type RunningHost } from '../processes/start-host-process.ts';

export interface StartHostOptions extends Pick<HostingOptions, 'hostScript' | 'dataDir' | 'backend' | 'packages'> {
  readonly sandbox: Sandbox;
  readonly limits: Pick<HostingLimits, 'memoryMb' | 'startTimeoutMs'>;
  readonly sockets: SocketFolder;
  readonly onOutput: StartHostProcessOptions['onOutput'];
  readonly egress?: EgressRules | null;
  readonly user: number | null;
  readonly deployment: HostedDeployment;
  readonly sha256: string;
  readonly subject: string;
}

/** Starts the process of one bundle, with its file and its socket where it may access them. */
export async function startHost(options: StartHostOptions): Promise<RunningHost> {
  const { sandbox, hostScript, dataDir, backend, limits, sockets, onOutput, user, deployment, sha256, subject } =
    options;
  const readArtifact = (hash: string) => backend.readArtifact(hash);
  const [cached, variables] = await Promise.all([
    cacheArtifact({ folder: join(dataDir, 'artifacts'), sha256, readArtifact }),
    backend.readVariables(deployment),
  ]);
  const packages = await openBundlePackages(cached, join(dataDir, 'packages'), options.packages ?? []);
  const place = await placeFor({ user, cached, packages, sockets });
  const { memoryMb, startTimeoutMs } = limits;
  const egress = options.egress ?? null;
  const onFetchConfiguration: StartHostProcessOptions['onFetchConfiguration'] = (request, reply) =>
    void replyWithConfiguration(backend, deployment, request, reply);
  const name = deployment.app_name;
  const process = { sandbox, hostScript, ...place, user, variables, egress, memoryMb, startTimeoutMs };
  return startHostProcess({ ...process, name, subject, onFetchConfiguration, onOutput });
}

interface Placing {
  readonly user: number | null;
  readonly cached: CachedArtifact;
  /** Folder of the packages that the bundle imports. */
  readonly packages: string | null;
  readonly sockets: SocketFolder;
}

const MODULES = 'node_modules';

/** Chooses where a process finds its bundle and creates its socket. Another user gets its own copy. */
async function placeFor({ user, cached, packages, sockets }: Placing) {
  const socket = await sockets.newSocket(user);
  if (user === null) return { bundle: cached.code, files: cached.folder, packages, ...socket };
  const own = await sockets.newFolder(user);
  const bundle = join(own, CODE_PART);
  await (cached.folder === null ? cp(cached.code, bundle) : cp(cached.folder, own, { recursive: true }));
  if (packages !== null) {
    await rm(join(own, MODULES), { force: true });
    await cp(join(packages, MODULES), join(own, MODULES), { recursive: true });
  }
  const paths = await readdir(own, { recursive: true });
  await Promise.all(paths.map(async (path) => await lchown(join(own, path), user, user)));
  return { bundle, files: cached.folder === null ? null : own, packages: packages === null ? null : own, ...socket };
}
