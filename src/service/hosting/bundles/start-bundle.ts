import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_PART } from '../../../contract/deployments/bundle-parts.ts';
import type { HostedDeployment } from '../hosting.ts';
import { openBundlePackages } from '../packages/open-bundle-packages.ts';
import { giveToGroup, type SocketFolder } from '../processes/create-socket-folder.ts';
import { type RunningHost, startHostProcess, type StartHostProcessOptions } from '../processes/start-host-process.ts';
import { type CachedArtifact, cacheArtifact } from './cache-artifact.ts';
import type { HostingLimits, HostingOptions } from './hosting-options.ts';

interface StartBundleOptions
  extends
    Pick<HostingOptions, 'hostScript' | 'dataDir' | 'backend' | 'packages' | 'egress'>,
    Pick<StartHostProcessOptions, 'sandbox' | 'relays' | 'onOutput' | 'user' | 'subject' | 'onKilled'> {
  readonly limits: Pick<HostingLimits, 'memoryMb' | 'startTimeoutMs'>;
  readonly sockets: SocketFolder;
  readonly deployment: HostedDeployment;
  readonly sha256: string;
}

/** Starts the process of one bundle, with its file and its socket where it may access them. */
export async function startBundle(options: StartBundleOptions): Promise<RunningHost> {
  const { dataDir, backend, limits, sockets, deployment, sha256, egress = null, ...rest } = options;
  const readArtifact = (hash: string) => backend.readArtifact(hash);
  const [cached, variables] = await Promise.all([
    cacheArtifact({ folder: join(dataDir, 'artifacts'), sha256, readArtifact }),
    backend.readVariables(deployment),
  ]);
  const packages = await openBundlePackages(cached, join(dataDir, 'packages'), options.packages ?? []);
  const { folders, ...place } = await placeFor({ user: options.user, cached, packages, sockets });
  const removeFolders = async () => await sockets.removeFolders(folders);
  try {
    const host = await startHostProcess({
      ...rest,
      ...limits,
      ...place,
      variables,
      egress,
      name: deployment.app_name,
      resolveConfiguration: async (reference) => await backend.resolveConfiguration(deployment, reference),
    });
    void host.exited.then(removeFolders);
    return host;
  } catch (error) {
    await removeFolders();
    throw error;
  }
}

interface Placing extends Pick<StartHostProcessOptions, 'user' | 'packages'> {
  readonly cached: CachedArtifact;
  readonly sockets: SocketFolder;
}

const MODULES = 'node_modules';
/** The service changes, the user's group reads. */
const [FOLDER_MODE, FILE_MODE] = [0o750, 0o640];

/** Chooses where a process finds its bundle and its socket. Another user gets its own copy, which it may only read. */
async function placeFor({ user, cached, packages, sockets }: Placing) {
  if (user === null) {
    const socket = await sockets.newSocket(user);
    const folders = socket.socketFolder === null ? [] : [socket.socketFolder];
    return { bundle: cached.code, files: cached.folder, packages, folders, ...socket };
  }
  const own = await sockets.newFolder(user);
  try {
    await copyInto(own, { user, cached, packages });
    const socket = await sockets.newSocket(user);
    const folders = [own, ...(socket.socketFolder === null ? [] : [socket.socketFolder])];
    const files = cached.folder === null ? null : own;
    const bundle = join(own, CODE_PART);
    return { bundle, files, packages: packages === null ? null : own, folders, ...socket };
  } catch (error) {
    // A full disk may have a part of the copy, and each call would leave another.
    await sockets.removeFolders([own]);
    throw error;
  }
}

/** Copies a bundle and its packages for the group of a user. */
async function copyInto(
  own: string,
  { user, cached, packages }: Pick<Placing, 'cached' | 'packages'> & { readonly user: number },
) {
  await (cached.folder === null ? cp(cached.code, join(own, CODE_PART)) : cp(cached.folder, own, { recursive: true }));
  if (packages !== null) {
    await rm(join(own, MODULES), { force: true });
    await cp(join(packages, MODULES), join(own, MODULES), { recursive: true });
  }
  await giveToGroup(own, user, FOLDER_MODE);
  const entries = await readdir(own, { recursive: true, withFileTypes: true });
  const given = entries.filter((entry) => !entry.isSymbolicLink());
  await Promise.all(
    given.map(async (entry) => {
      const mode = entry.isDirectory() ? FOLDER_MODE : FILE_MODE;
      await giveToGroup(join(entry.parentPath, entry.name), user, mode);
    }),
  );
}
