import { accessSync, constants, lstatSync, type Stats } from 'node:fs';
import { basename, join } from 'node:path';
import { userError } from '../foundation/errors/wf-error.ts';
import { shellWord } from '../foundation/shell-word.ts';
import { PROJECT_DATA_FOLDER } from './data-folder.ts';

const FILES = ['wf.db', 'wf.db-wal', 'wf.db-shm', 'key', 'secret.key', 'page-url', 'dev.json', 'dev/preload.mjs'];
const FOLDERS = ['artifacts', 'build', 'build/files', 'dev', 'dev/carried', 'dev/sdk', 'packages'];

/**
 * Refuses a data folder that another user could have prepared: keys and the database would be written where a link
 * leads, or be replaced. Members of its group count as its owner, because volumes of containers belong to a group.
 *
 * Synchronous, because every command with an embedded service runs it: a dozen calls of the system take less than one
 * of Node's promises.
 *
 * @param user - id of the user that runs this; Windows has none, and keeps folders private by access lists
 * @throws {WF_DATABASE} when it belongs to another user, when all users can write to it, or when something in it is a
 * link or of the wrong kind
 */
export function requireSafeDataFolder(folder: string, user: number | undefined = process.getuid?.()): void {
  const found = lookAt(folder);
  if (found === undefined) return;
  // Git carries links, so that one of a project may be from anyone.
  if (found.isSymbolicLink() && basename(folder) === PROJECT_DATA_FOLDER) throw isLink(folder);
  for (const name of FILES) requireKind(join(folder, name), (entry) => entry.isFile(), 'a file');
  for (const name of FOLDERS) requireKind(join(folder, name), (entry) => entry.isDirectory(), 'a folder');
  // In what it cannot write to, this process only reads.
  if (user === undefined || !canWrite(folder)) return;
  requireOwner(folder, found, user);
  // With the slash, the folder that a link leads to.
  const inside = found.isSymbolicLink() ? lstatSync(join(folder, '/')) : found;
  requireOwner(folder, inside, user);
  if ((inside.mode & WRITABLE_BY_ALL) !== 0) throw isOpen(folder, inside.uid === user || user === 0);
}

const WRITABLE_BY_ALL = 0o002;

/**
 * Refuses a database's file that is not a file: opening a named pipe would wait for ever, deaf to signals.
 *
 * @throws {WF_DATABASE}
 */
export function requireDatabaseFile(file: string): void {
  for (const rest of ['', '-wal', '-shm']) requireKind(`${file}${rest}`, (entry) => entry.isFile(), 'a file');
}

function requireKind(path: string, isRight: (found: Stats) => boolean, kind: string): void {
  const found = lookAt(path);
  if (found === undefined || isRight(found)) return;
  if (found.isSymbolicLink()) throw isLink(path);
  throw userError('WF_DATABASE', `${path} is ${describeKind(found)}, not ${kind}.`, [
    `mv ${shellWord(path)} ${shellWord(`${path}.old`)}`,
  ]);
}

/** Opening the database reports a folder that is not accessible, or not a folder. */
function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function describeKind(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return found.isFile() ? 'a file' : 'a device';
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Root's folders are the machine's own. With sudo, root works for a user, in that user's folders. */
function requireOwner(folder: string, { uid }: Stats, user: number): void {
  if (uid === user || uid === 0 || (user === 0 && String(uid) === process.env['SUDO_UID'])) return;
  const take = `chown -R ${user} ${shellWord(folder)}`;
  throw userError(
    'WF_DATABASE',
    `The data folder ${folder} belongs to another user, ${uid}: its owner could replace the database and the keys.`,
    ['Run wf as that user', `Or, if you trust what is in it: ${user === 0 ? '' : 'sudo '}${take}`],
  );
}

function isOpen(folder: string, isOwn: boolean) {
  const close = `If you trust what is in it: chmod 700 ${shellWord(folder)}`;
  const inside = `Name a folder in it, which wf creates: wf serve --data-dir ${shellWord(join(folder, 'data'))}`;
  return userError('WF_DATABASE', `All users of this machine can write to the data folder ${folder}.`, [
    isOwn ? close : inside,
  ]);
}

function isLink(path: string) {
  return userError('WF_DATABASE', `${path} is a symbolic link: wf writes neither data nor keys through links.`, [
    `rm ${shellWord(path)}`,
    'Or name the folder that it leads to: wf serve --data-dir DIR',
  ]);
}
