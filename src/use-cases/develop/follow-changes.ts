import { basename, dirname, extname, join } from 'node:path';
import { EVALUATORS, isEvaluatorFile } from '../../bundler/bundle/find-evaluators.ts';
import { PROJECT_FILES } from '../../project/find-project.ts';
import type { DevReloads } from './dev-reloads.ts';
import type { SourceChanges } from './reload-sources.ts';

export interface FollowChangesOptions {
  /** The project's folder. */
  readonly root: string;
  /** Takes all changes since its last call; called again only when it is done. */
  readonly reloads: DevReloads;
}

export interface ChangeFollower extends AsyncDisposable {
  /** Loads for the first time; what changes meanwhile is reloaded afterwards. */
  start(): Promise<void>;
  /** Says which files the sources are, so that others may change as they like. */
  follow(files: readonly string[]): void;
  /** Notes that a path changed. */
  note(path: string): void;
}

/** An editor writes a file in two steps, an empty one first. */
const SETTLED_MS = 8;
/** An installation writes for a while. */
const INSTALLED_MS = 300;

/** Gathers changes until the disk has come to rest, and has them reloaded one after the other. */
export function followChanges({ root, reloads }: FollowChangesOptions): ChangeFollower {
  let waiting: SourceChanges | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isClosed = false;
  let followed: ReadonlySet<string> = new Set();

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
    start: async () => await begin({ project: false, surroundings: false, evaluators: null }),
    follow: (files) => void (followed = new Set(files)),
    note: (path) => {
      // While the sources are broken, any file may be the one that mends them.
      if (!isCode(path) && !followed.has(path) && !reloads.isBroken) return;
      const change = toChanges(root, path);
      waiting = {
        project: change.project || waiting?.project === true,
        surroundings: change.surroundings || waiting?.surroundings === true,
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

/** Code, or a folder that holds some: new files of the kind may take the place of old ones. */
function isCode(path: string): boolean {
  return ['', '.env'].includes(extname(path)) || /\.([cm]?[jt]sx?|json|ya?ml)$/.test(path);
}

function toChanges(root: string, path: string): SourceChanges {
  const name = basename(path);
  const isEvaluator = dirname(path) === join(root, EVALUATORS) && isEvaluatorFile(name);
  const evaluators = isEvaluator ? `${EVALUATORS}/${name}` : null;
  if (dirname(path) !== root) return { project: false, surroundings: false, evaluators };
  return {
    evaluators,
    project: PROJECT_FILES.some((file) => file === name),
    surroundings: name === 'node_modules' || name === '.env',
  };
}
