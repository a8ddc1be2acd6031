import { basename, dirname, extname, join } from 'node:path';
import { EVALUATORS, isEvaluatorFile } from '../../bundler/bundle/find-evaluators.ts';
import { PROJECT_FILES } from '../../project/find-project.ts';
import { VARIABLE_FILES } from '../../project/variable-files.ts';
import type { DevReloads } from './dev-reloads.ts';
import type { SourceChanges } from './reload-sources.ts';

export interface FollowChangesOptions {
  readonly root: string;
  /** Reloads all changes since its last call; never called concurrently. */
  readonly reloads: DevReloads;
}

export interface ChangeFollower extends AsyncDisposable {
  /** Loads the sources for the first time; changes made meanwhile are reloaded afterwards. */
  start(): Promise<void>;
  /**
   * Sets the source files; other files may change without a reload.
   *
   * @param readFolders - folders with files that the workflow reads: a new file there may be one of them
   */
  follow(files: readonly string[], readFolders?: readonly string[]): void;
  note(path: string): void;
}

/** Editors truncate a file before they write it. */
const SETTLED_MS = 8;
/** A package installation writes for a while. */
const INSTALLED_MS = 300;

/** Collects changes until the disk is quiet, and reloads them one batch at a time. */
export function followChanges({ root, reloads }: FollowChangesOptions): ChangeFollower {
  let waiting: SourceChanges | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let followed: ReadonlySet<string> = new Set();
  let folders: ReadonlySet<string> = new Set();

  const begin = (changes: SourceChanges): Promise<void> => {
    running = reloads.reload(changes).finally(() => {
      running = null;
      run();
    });
    return running;
  };
  const run = (): void => {
    if (running !== null || waiting === null || isClosed) return;
    const changes = waiting;
    waiting = null;
    void begin(changes);
  };
  return {
    start: async () => await begin({ project: false, dependencies: false, evaluators: null }),
    follow: (files, readFolders = []) => {
      followed = new Set(files);
      folders = new Set(readFolders);
    },
    note: (path) => {
      // While the sources are broken, any file may fix them.
      const isFollowed = followed.has(path) || folders.has(dirname(path));
      if (!isCode(path) && !isFollowed && !reloads.isBroken) return;
      const change = toChanges(root, path);
      waiting = {
        project: change.project || waiting?.project === true,
        dependencies: change.dependencies || waiting?.dependencies === true,
        evaluators: change.evaluators ?? waiting?.evaluators ?? null,
      };
      clearTimeout(timer);
      timer = setTimeout(run, basename(path) === 'node_modules' ? INSTALLED_MS : SETTLED_MS);
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Returns whether a path is code or a folder: a new file may shadow an imported one. */
function isCode(path: string): boolean {
  return extname(path) === '' || VARIABLE_FILES.includes(basename(path)) || /\.([cm]?[jt]sx?|json|ya?ml)$/.test(path);
}

function toChanges(root: string, path: string): SourceChanges {
  const name = basename(path);
  const isEvaluator = dirname(path) === join(root, EVALUATORS) && isEvaluatorFile(name);
  const evaluators = isEvaluator ? `${EVALUATORS}/${name}` : null;
  if (dirname(path) !== root) return { project: false, dependencies: false, evaluators };
  return {
    evaluators,
    project: PROJECT_FILES.some((file) => file === name),
    dependencies: name === 'node_modules' || VARIABLE_FILES.includes(name),
  };
}
