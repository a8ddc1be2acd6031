import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocsPage } from '../src/cli/start/program.ts';

/** Lists the pages of the folder `docs`, which `wf help NAME` prints, with their titles. */
export function listPages(root: string): DocsPage[] {
  const folder = join(root, 'docs');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const [title = ''] = readFileSync(join(folder, file), 'utf8').split('\n', 1);
      return { name: file.slice(0, -'.md'.length), title: title.replace(/^# /, '') };
    });
}
