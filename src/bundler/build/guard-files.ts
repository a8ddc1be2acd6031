import type { Message, PartialMessage, Plugin } from 'esbuild';
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { explainRefusal } from '../files/explain-refusal.ts';
import { type FileDoor, withAbove } from '../files/file-door.ts';
import { isInside } from '../files/package-folder.ts';
import { findExtended, findSourceMaps, type NamedFile } from './named-files.ts';

/** Name of the plugin. Its messages are complete sentences, with their next steps as details. */
export const DOOR_PLUGIN = 'wf-file-door';

export interface GuardFilesOptions {
  /** Real path of the project's folder. */
  readonly root: string;
  /** A module that the build begins with, relative to the project. */
  readonly entry: string;
  readonly door: FileDoor;
}

/**
 * Creates a plugin that lets a build read files only through the door. What is refused is reported at the import that
 * names it. esbuild reads source maps and `tsconfig.json` without asking a plugin, so they are looked up before it does.
 */
export function guardFiles({ root, entry, door }: GuardFilesOptions): Plugin {
  const judge = createJudge(root, door);
  const settings = createSettingsCheck(root, door, judge);
  return {
    name: DOOR_PLUGIN,
    setup(build) {
      build.onStart(() => {
        settings.forget();
        return { errors: settings.check(dirname(resolve(root, entry))) };
      });
      build.onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) => {
        const refused = judge({ file: path });
        if (refused.length > 0) return { errors: refused };
        // Packages come with maps, and are compiled already.
        if (/[\\/]node_modules[\\/]/.test(path)) return null;
        const errors = [...settings.check(dirname(path)), ...findSourceMaps(path).flatMap(judge)];
        return errors.length > 0 ? { errors } : null;
      });
      build.onEnd(({ errors, warnings }) => {
        const folder = build.initialOptions.absWorkingDir ?? root;
        for (const message of [...errors, ...warnings]) withhold(message, folder, door);
      });
    },
  };
}

type Judge = (named: Pick<NamedFile, 'file'> & Partial<NamedFile>) => PartialMessage[];

function createJudge(root: string, door: FileDoor): Judge {
  return ({ file, location = null }) => {
    const refusal = door.refuse(file);
    if (refusal === null) return [];
    const { reason, nextSteps } = explainRefusal(refusal);
    const shown = (path: string) => (isInside(root, path) ? relative(root, path).split(sep).join('/') : path);
    const at = location === null ? null : { ...location, file: shown(location.file ?? '') };
    return [{ text: `A build does not read ${shown(file)}, which ${reason}`, detail: nextSteps, location: at }];
  };
}

/** Checks each `tsconfig.json` that applies to a folder once per build, and what it extends. */
function createSettingsCheck(root: string, door: FileDoor, judge: Judge) {
  const checked = new Set<string>();
  const checkFile = (file: string): PartialMessage[] => {
    if (checked.has(file)) return [];
    checked.add(file);
    return findExtended(file).flatMap((named) => {
      const refused = judge(named);
      return refused.length > 0 ? refused : checkFile(named.file);
    });
  };
  const checkFolder = (folder: string): PartialMessage[] => {
    const file = join(folder, 'tsconfig.json');
    if (checked.has(file) || !existsSync(file)) return [];
    // One above belongs to somebody else: the project cannot choose what it says.
    const refusal = door.refuse(file);
    if (refusal !== null && !isInside(root, file)) return [];
    return refusal === null ? checkFile(file) : judge({ file });
  };
  return { check: (folder: string) => withAbove(folder).flatMap(checkFolder), forget: () => checked.clear() };
}

/** Withholds what a message shows of a file that was not to be read. */
function withhold(message: Message, folder: string, door: FileDoor): void {
  const { location, pluginName } = message;
  if (location === null || pluginName === DOOR_PLUGIN) return;
  const refusal = door.refuse(resolve(folder, location.file));
  if (refusal === null) return;
  const { reason, nextSteps } = explainRefusal(refusal);
  message.text = `A source map or a setting names ${location.file}, which ${reason}`;
  Object.assign(message, { pluginName: DOOR_PLUGIN, detail: nextSteps, location: null, notes: [] });
}
