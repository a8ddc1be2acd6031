import { chown } from 'node:fs/promises';

const ANOTHER = 12_345;

/**
 * Gives a file or folder to another user, which only root can do. For other users it stays their own.
 *
 * @returns words for Node, with which a program is of another user than the file
 */
export async function giveAway(path: string): Promise<readonly string[]> {
  if (process.getuid?.() !== 0) return ['--import', `data:text/javascript,process.getuid = () => ${ANOTHER};`];
  await chown(path, ANOTHER, ANOTHER);
  return [];
}
