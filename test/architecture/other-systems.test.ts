import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSources } from './read-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = ['src', 'commands', 'bin'].flatMap((folder) => readSources(root, folder));

/** System-specific features, and the files that may use them because they check the system first. */
const ONLY_SOMEWHERE: readonly [what: string, pattern: RegExp, allowed: readonly string[]][] = [
  ['users by number, where a system may have none', /\bget(?:e?[ug]id)(?!\?\.)\b(?!\?)/, []],
  [
    'signals that Windows does not have',
    /SIG(?:HUP|USR1|USR2|WINCH|TSTP|CONT|STOP)\b/,
    ['src/cli/kit/output/follow-events.ts', 'src/cli/start/run-found.ts', 'src/sandbox/create-sandbox.ts'],
  ],
  ['a shell to run a program', /\bshell: true\b|\/bin\/(?:ba)?sh\b|\bexecSync\(|\bexec\(`/, []],
  [
    'the processes of Linux',
    /\/proc\//,
    [
      'src/cli/start/run-found.ts',
      'src/sandbox/cgroups.ts',
      'src/sandbox/held-process.ts',
      'src/sandbox/programs/namespaces.ts',
      'src/sandbox/programs/private-root.ts',
      'src/sandbox/programs/system-programs.ts',
      'src/sandbox/watch-process.ts',
    ],
  ],
  ['programs of Linux by their place', /'\/usr\/bin\b/, ['src/sandbox/programs/system-programs.ts']],
  // A container is Linux wherever it is built.
  [
    'a folder for what passes',
    /['"`]\/tmp\b/,
    ['src/bundler/targets/container-manifests.ts', 'src/sandbox/working-folder.ts', 'bin/service-manifests.ts'],
  ],
  ['a desktop of Linux', /xdg-open/, ['src/cli/kit/process/open-browser.ts']],
];

test.each(ONLY_SOMEWHERE)('only files that ask for the system name %s', (_, pattern, allowed) => {
  const naming = program.filter(({ text }) => pattern.test(text));
  expect(naming.map(({ path }) => path)).toEqual(allowed);
});

test('a file that handles paths uses the separator of the system', () => {
  // Such files have system paths at hand; where they split at slashes all the same, it is something else:
  const others: Readonly<Record<string, string>> = {
    'src/sandbox/programs/private-root.ts': 'a path of Linux',
    'src/bundler/packages/read-npm-lock.ts': "a folder in npm's lock file",
    'src/use-cases/package-paths.ts': 'a place in the sources',
  };
  const splitting = program.filter(
    ({ text, path }) =>
      /from 'node:path'/.test(text) && /\.(?:split|lastIndexOf|indexOf)\('\/'\)/.test(text) && !(path in others),
  );
  expect(splitting.map(({ path }) => path)).toEqual([]);
});
