import { execFile } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../foundation/errors/wf-error.ts';
import { CodeSource } from '../contract/environments/code-source.ts';

export interface ReadCodeSourceOptions {
  /** The project's folder. */
  readonly root: string;
  /** Sources of the bundle, relative to the folder: one that the commit lacks counts as changed. */
  readonly inputs: readonly string[];
  /** Variables of the process: CI names the branch of a detached HEAD. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @defaultValue 2,000 */
  readonly timeoutMs?: number;
}

/**
 * Reads the commit, the branch and whether the project differs from the commit. Safe in a folder that was only cloned:
 * commit and branch are read from files, and git never sees the configuration of the repository, so that none of its
 * filters, hooks, monitors or submodules runs.
 *
 * @returns `null` without a repository or a commit, or if it cannot be read; never throws
 */
export async function readCodeSource(options: ReadCodeSourceOptions): Promise<CodeSource | null> {
  try {
    const root = await realpath(options.root);
    const repository = await findRepository(root);
    const head = repository === null ? null : await readHead(repository);
    if (repository === null || head === null) return null;
    const { GITHUB_REF_NAME, CI_COMMIT_REF_NAME } = options.env;
    const branch = head.branch ?? (GITHUB_REF_NAME || CI_COMMIT_REF_NAME || null);
    const named = CodeSource.shape.branch.safeParse(branch);
    const dirty = await isDirty({ ...options, root }, repository, head.commit);
    return { commit: head.commit, branch: named.data ?? null, dirty };
  } catch {
    return null;
  }
}

/** Returns whether a folder is the top of a repository with a commit; one that cannot be read counts as such. */
export async function hasCommit(folder: string): Promise<boolean> {
  try {
    const root = await realpath(folder);
    const repository = await findRepository(root);
    return repository?.top === root && (await readHead(repository)) !== null;
  } catch (error) {
    // A branch without commits has no file.
    return !hasCode(error, 'ENOENT');
  }
}

interface Repository {
  /** Folder of the checked-out files. */
  readonly top: string;
  /** Has HEAD and the index. */
  readonly gitDir: string;
  /** Has branches and objects; worktrees share it. */
  readonly commonDir: string;
}

async function findRepository(folder: string): Promise<Repository | null> {
  const path = join(folder, '.git');
  const found = await lstat(path).catch(() => null);
  if (found?.isDirectory() === true) return { top: folder, gitDir: path, commonDir: path };
  if (found?.isFile() === true) return await followGitFile(folder, path);
  const parent = dirname(folder);
  return parent === folder ? null : await findRepository(parent);
}

/** Follows the file that a worktree or a submodule has. It may only lead to a repository that knows of this folder. */
async function followGitFile(top: string, file: string): Promise<Repository | null> {
  const [, target = ''] = /^gitdir: (.+)$/m.exec(await readSmall(file)) ?? [];
  const gitDir = await realpath(resolve(top, target));
  const common = await readSmall(join(gitDir, 'commondir')).catch(() => null);
  if (common === null) return isOfParent(top, gitDir) ? { top, gitDir, commonDir: gitDir } : null;
  const back = await realpath((await readSmall(join(gitDir, 'gitdir'))).trim());
  return back === file ? { top, gitDir, commonDir: await realpath(resolve(gitDir, common.trim())) } : null;
}

function isOfParent(top: string, gitDir: string): boolean {
  const [parent] = gitDir.split(`${sep}.git${sep}modules${sep}`);
  return parent !== undefined && parent !== gitDir && top.startsWith(parent + sep);
}

interface Head {
  readonly commit: string;
  /** `null`: it is detached. */
  readonly branch: string | null;
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** A branch whose path stays in the folder of branches. */
const BRANCH = /^ref: (refs\/heads\/(?!.*\.\.)([^\s:\\]+))$/;

async function readHead({ gitDir, commonDir }: Repository): Promise<Head | null> {
  const head = (await readSmall(join(gitDir, 'HEAD'))).trim();
  if (COMMIT.test(head)) return { commit: head, branch: null };
  const [, ref, branch] = BRANCH.exec(head) ?? [];
  if (ref === undefined || branch === undefined) return null;
  const loose = await readSmall(join(commonDir, ref)).catch(() => null);
  const commit = loose?.trim() ?? (await readPacked(commonDir, ref));
  return commit !== null && COMMIT.test(commit) ? { commit, branch } : null;
}

async function readPacked(commonDir: string, ref: string): Promise<string | null> {
  const lines = (await readSmall(join(commonDir, 'packed-refs'), MAX_PACKED)).split('\n');
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? null;
}

const MAX_SMALL = 4096;
const MAX_PACKED = 64 * 1024 * 1024;

/** Reads a regular file: a pipe would never end. */
async function readSmall(file: string, maxBytes = MAX_SMALL): Promise<string> {
  const found = await stat(file);
  if (!found.isFile() || found.size > maxBytes) throw new Error(`${file} is not a file of git.`);
  return await readFile(file, 'utf8');
}

const NEUTRAL_CONFIG = '[core]\n\trepositoryformatversion = 0\n\tautocrlf = input\n\tfsmonitor = false\n';
const NEUTRAL_CONFIG_SHA256 =
  '[core]\n\trepositoryformatversion = 1\n\tautocrlf = input\n\tfsmonitor = false\n[extensions]\n\tobjectFormat = sha256\n';

/** Compares the project's folder with the commit; `null`: git is missing, too slow, or refuses. */
async function isDirty(
  { root, inputs, env, timeoutMs = 2000 }: ReadCodeSourceOptions,
  { top, gitDir, commonDir }: Repository,
  commit: string,
): Promise<boolean | null> {
  const [{ uid }, user] = [await stat(gitDir), process.getuid?.()];
  // As git's own safe.directory: it must not parse what another user wrote.
  if (user !== undefined && uid !== user && uid !== 0) return null;
  const own = await mkdtemp(join(tmpdir(), 'wf-git-'));
  try {
    await mkdir(join(own, 'refs'));
    await writeFile(join(own, 'HEAD'), `${commit}\n`);
    await writeFile(join(own, 'config'), commit.length === 64 ? NEUTRAL_CONFIG_SHA256 : NEUTRAL_CONFIG);
    const git = gitOf(own, timeoutMs, {
      PATH: env['PATH'],
      SystemRoot: env['SystemRoot'],
      GIT_DIR: own,
      GIT_WORK_TREE: top,
      GIT_INDEX_FILE: join(gitDir, 'index'),
      GIT_OBJECT_DIRECTORY: join(commonDir, 'objects'),
    });
    const below = relative(top, root).split(sep).join('/');
    const path = (name: string) => (below === '' ? name : `${below}/${name}`);
    const paths = [`:(top,literal)${below}`, `:(top,exclude,literal)${path('.wf')}`];
    const shown = ['--porcelain', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=all'];
    const entries = (await git(['status', ...shown, '--', ...paths])).split('\0').filter((entry) => entry !== '');
    const changed = entries.filter((entry) => !entry.startsWith('??'));
    const bundled = new Set(inputs.map(path));
    if (entries.some((entry) => entry.startsWith('??') && bundled.has(entry.slice(3)))) return true;
    if (changed.length === 0) return false;
    // Without its filter, a file that is stored in another form looks changed.
    const some = changed.slice(0, MAX_ASKED).map((entry) => entry.slice(3));
    const filters = (await git(['check-attr', '-z', 'filter', '--', ...some])).split('\0');
    const isPlain = (_: string, index: number) => filters[index * 3 + 2] === 'unspecified';
    return changed.length > MAX_ASKED || some.some(isPlain) ? true : null;
  } catch {
    return null;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** Changed files whose filters are asked for. */
const MAX_ASKED = 100;

/** Runs git in a folder of ours, with no configuration and no variables but these. */
function gitOf(own: string, timeout: number, variables: Readonly<Record<string, string | undefined>>) {
  const env = {
    HOME: own,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(own, 'config'),
    GIT_ATTR_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    ...variables,
  };
  const options = { cwd: own, env, timeout, killSignal: 'SIGKILL', maxBuffer: 32 * 1024 * 1024 } as const;
  return async (args: readonly string[]) => (await promisify(execFile)('git', [...args], options)).stdout;
}
