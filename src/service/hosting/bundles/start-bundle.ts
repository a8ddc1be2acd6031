import { cp, lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import {
  type BundlePart,
  CODE_PART,
  parsePartsDocument,
  PACKAGES_PART,
} from '../../../contract/deployments/bundle-parts.ts';
import { hasCode } from '../../../foundation/errors/wf-error.ts';
import { READ_ITSELF } from '../../../foundation/read-itself.ts';
import { replaceFile } from '../../../foundation/replace-file.ts';
import { hashBytes } from '../../../http/create-slices.ts';
import type { HostedDeployment } from '../hosting.ts';
import { HostingFailure } from '../hosting-failure.ts';
import { openBundlePackages } from '../packages/open-bundle-packages.ts';
import { giveToGroup, type SocketFolder } from '../processes/create-socket-folder.ts';
import { type RunningHost, startHostProcess, type StartHostProcessOptions } from '../processes/start-host-process.ts';
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

interface CacheArtifactOptions {
  readonly folder: string;
  readonly sha256: string;
  readonly readArtifact: (sha256: string) => Promise<Uint8Array | null>;
}

export interface CachedArtifact {
  readonly code: string;
  /** Folder of the code and of the files that it carries; `null`: it carries none. */
  readonly folder: string | null;
  /** Absolute path of the list of packages that it imports; `null`: none. */
  readonly packages: string | null;
}

/**
 * Writes a bundle to `<folder>/<sha256>.mjs`, or its parts below `<folder>/<sha256>/`, where a process can import it. An
 * existing file is used only when its hash is right: one truncated by a crash or changed by hand is replaced, and so is
 * a link, which would lead elsewhere.
 */
export async function cacheArtifact({ folder, sha256, readArtifact }: CacheArtifactOptions): Promise<CachedArtifact> {
  const code = join(folder, `${sha256}.mjs`);
  if ((await readHash(code)) === sha256) return { code, folder: null, packages: null };
  const list = join(folder, `${sha256}.json`);
  const isListed = (await readHash(list)) === sha256;
  const bytes = isListed ? await readFile(list, { flag: READ_ITSELF }) : await readStored(sha256, readArtifact);
  const parts = readParts(sha256, bytes);
  if (parts === null) {
    await writePrivately(code, bytes);
    return { code, folder: null, packages: null };
  }
  const own = join(folder, sha256);
  for (const path of foldersOf(parts)) await removeLink(join(own, path));
  for (const part of parts) {
    const file = join(own, part.path);
    if ((await readHash(file)) !== part.sha256) await writePrivately(file, await readStored(part.sha256, readArtifact));
  }
  await writePrivately(list, bytes);
  const hasPackages = parts.some(({ path }) => path === PACKAGES_PART);
  return { code: join(own, CODE_PART), folder: own, packages: hasPackages ? join(own, PACKAGES_PART) : null };
}

function readParts(sha256: string, bytes: Uint8Array): readonly BundlePart[] | null {
  try {
    return parsePartsDocument(bytes);
  } catch (cause) {
    throw new HostingFailure(502, `The stored bundle ${sha256} is damaged: its list of parts is invalid.`, { cause });
  }
}

async function readStored(sha256: string, readArtifact: CacheArtifactOptions['readArtifact']): Promise<Uint8Array> {
  const bytes = await readArtifact(sha256);
  if (bytes === null) throw new HostingFailure(502, `The bundle ${sha256} of this deployment is not stored.`);
  if ((await hashBytes(bytes)) === sha256) return bytes;
  throw new HostingFailure(502, `The stored bundle ${sha256} is damaged: its hash differs.`);
}

/** Lists the folders of parts, the outer ones first. */
function foldersOf(parts: readonly BundlePart[]): string[] {
  const folders = new Set(['.']);
  for (const { path } of parts)
    for (let at = posix.dirname(path); !folders.has(at); at = posix.dirname(at)) folders.add(at);
  return [...folders].toSorted((one, other) => one.length - other.length);
}

async function removeLink(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found?.isSymbolicLink() === true) await rm(path);
}

async function writePrivately(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceFile(file, bytes, { mode: 0o600 });
}

async function readHash(file: string): Promise<string | null> {
  try {
    return await hashBytes(await readFile(file, { flag: READ_ITSELF }));
  } catch (error) {
    // The last one is a link's.
    if (['ENOENT', 'ELOOP'].some((code) => hasCode(error, code))) return null;
    throw error;
  }
}
