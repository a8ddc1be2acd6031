import { lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** What a private root contains for Node to start and to find hosts there. */
export interface PrivateRoot {
  /** Files to bind: where each is, and the path under which it is looked for. */
  readonly files: readonly BoundFile[];
  /** Files to bind for native code of packages. */
  readonly nativeFiles: readonly BoundFile[];
  /** Links of the root, as from `/lib` to `usr/lib`. */
  readonly links: readonly BoundFile[];
}

export interface BoundFile {
  readonly source: string;
  readonly target: string;
}

export const DEVICES = ['/dev/null', '/dev/random', '/dev/urandom'];
/** The user of the process: no password file that it could see has the number. */
export const INNER_USER = '65534';

/**
 * Folders of `/proc` with settings of the kernel: a process of root's may write there, even without privileges.
 *
 * @source bubblewrap, `cover_proc_dirs`
 */
export const KERNEL_SETTINGS = ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus'];

const LIBRARY_FOLDERS = ['/lib64', '/lib', '/usr/lib64', '/usr/lib'];
/** Loaded by the C library on the first look-up of a host. */
const LOOKUP_LIBRARIES = ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2'];
/**
 * Parts of the C library and of the compiler, which native packages expect on every machine.
 *
 * @source PEP 600 and the policies of manylinux
 */
const NATIVE_LIBRARIES = [
  'libdl.so.2',
  'librt.so.1',
  'libpthread.so.0',
  'libutil.so.1',
  'libanl.so.1',
  'libm.so.6',
  'libgcc_s.so.1',
  'libstdc++.so.6',
  'libatomic.so.1',
  'libz.so.1',
];
const LOOKUP_FILES = ['hosts', 'host.conf', 'resolv.conf', 'nsswitch.conf', 'gai.conf', 'services'];
/** A link whose target names the time zone; its file is not read. */
const TIME_ZONE = '/etc/localtime';

/** Lists this process's own program, the libraries that it has loaded, under every name that they have, and more. */
export function findPrivateRoot(): PrivateRoot {
  const loaded = loadedLibraries();
  const libraries = loaded.flatMap((file) => namesOf(file).map((target) => ({ source: file, target })));
  const loaders = LIBRARY_FOLDERS.flatMap((folder) =>
    libraries
      .filter(({ source }) => basename(source).startsWith('ld-'))
      .flatMap(({ source }) => linksTo(source, folder).map((target) => ({ source, target }))),
  );
  const links = LIBRARY_FOLDERS.filter((folder) => dirname(folder) === '/').flatMap(linkAt);
  const isBelowLink = ({ target }: BoundFile) => links.some((link) => target.startsWith(`${link.target}/`));
  const program = { source: process.execPath, target: process.execPath };
  const lookup = [...librariesNextTo(loaded, LOOKUP_LIBRARIES), ...lookupFiles()];
  const files = withoutRepeats([program, ...libraries, ...loaders, ...lookup].filter((file) => !isBelowLink(file)));
  const isBound = new Set(files.map(({ target }) => target));
  const nativeFiles = librariesNextTo(loaded, NATIVE_LIBRARIES).filter(({ target }) => !isBound.has(target));
  return { files, nativeFiles, links: [...links, ...linkAt(TIME_ZONE)] };
}

/** A process's address space names the real files of its libraries. @source proc_pid_maps(5) */
function loadedLibraries(): string[] {
  const lines = readFileSync('/proc/self/maps', 'utf8').split('\n');
  const paths = lines.map((line) => line.slice(line.indexOf('/')));
  return [...new Set(paths.filter((path) => /^\/.*\.so(?:\.[\d.]+)?$/.test(path)))];
}

/** The loader looks for `libm.so.6`, which may be a link to `libm-2.36.so`. */
function namesOf(file: string): string[] {
  return [...new Set([file, ...linksTo(file, dirname(file))])];
}

function linksTo(file: string, folder: string): string[] {
  try {
    const stem = basename(file).replace(/[-.\d]*\.so.*$/, '');
    const names = readdirSync(folder).filter((name) => name.startsWith(stem) && name.includes('.so'));
    return names.map((name) => join(folder, name)).filter((path) => resolve(path) === file);
  } catch {
    // The system has no such folder.
    return [];
  }
}

/** Finds libraries by name in the folder of the C library. */
function librariesNextTo(loaded: readonly string[], names: readonly string[]): BoundFile[] {
  const folder = loaded.find((file) => /^libc[-.]/.test(basename(file)));
  if (folder === undefined) return [];
  return names.flatMap((name) => fileAt(join(dirname(folder), name)));
}

function lookupFiles(): BoundFile[] {
  return LOOKUP_FILES.flatMap((name) => fileAt(`/etc/${name}`));
}

function fileAt(target: string): BoundFile[] {
  const source = resolve(target);
  return source === null ? [] : [{ source, target }];
}

function linkAt(path: string): BoundFile[] {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? [{ source: readlinkSync(path), target: path }] : [];
}

function resolve(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Missing, or a dangling link.
    return null;
  }
}

function withoutRepeats(files: readonly BoundFile[]): BoundFile[] {
  return [...new Map(files.map((file) => [file.target, file])).values()];
}
