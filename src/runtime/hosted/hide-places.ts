import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hideFolders } from '../../foundation/errors/hide-folders.ts';
import type { ExplainFailure } from '../call/to-call-failure.ts';
import { findPackages } from './author-errors.ts';

/**
 * Creates the explanation of an error without the folders of this process: its message and stack go to callers of the
 * service, and name files of the bundle and of wf. The author's own files have paths in the project.
 *
 * @param explain - explains it before, while its stack is whole
 */
export function hidePlaces({ bundle, socket }: Places, explain: ExplainFailure): ExplainFailure {
  const files = dirname(bundle);
  const packages = findPackages(bundle);
  const given = [
    files,
    realpathSync(files),
    process.cwd(),
    codeFolder(),
    ...(socket === undefined ? [] : [dirname(socket)]),
  ];
  const folders = [...new Set([...given, ...(packages === null ? [] : [dirname(packages)])])];
  return (thrown) => {
    const explained = explain(thrown);
    hideIn(explained, folders, new Set());
    return explained;
  };
}

interface Places {
  /** File of the bundle. */
  readonly bundle: string;
  /** Left out: it got the socket itself. */
  readonly socket?: string | undefined;
}

/** Run from source, wf imports packages. When built, it is one folder of files. */
function codeFolder(): string {
  const [, script = ''] = process.argv;
  return script.endsWith('.ts') ? join(dirname(script), '..', '..') : dirname(script);
}

function hideIn(thrown: unknown, folders: readonly string[], seen: Set<unknown>): void {
  // A cause may be its own cause.
  if (!(thrown instanceof Error) || seen.has(thrown)) return;
  seen.add(thrown);
  for (const name of ['stack', 'message'] as const) {
    const text: unknown = thrown[name];
    if (typeof text === 'string') Reflect.set(thrown, name, hideFolders(text, folders));
  }
  hideIn(thrown.cause, folders, seen);
}
