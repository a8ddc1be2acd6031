/** What the sandbox refused to a workflow. */
export interface RefusedAccess {
  /** What was refused, and why. */
  readonly sentence: string;
  /** The setting that would allow it, or what to do instead. */
  readonly advice: string;
}

/** What packages do that a bundle or its sandbox does not have, by how they report it. */
const KNOWN: readonly (readonly [pattern: RegExp, explain: (found: RegExpExecArray) => RefusedAccess])[] = [
  // SQLite in Node and in packages, for a file that cannot be opened or created.
  [
    /^.*(?:unable to open (?:database file|connection to local database)|cannot open database because the directory|\bSQLITE_CANTOPEN\b).*$/im,
    ([message]) => ({
      sentence: `The workflow cannot open a database (${message.replace(/\.$/, '')}): it writes only in its working folder.`,
      advice:
        "Use a relative path, as in ./app.db, and create its folder before: mkdirSync('data', { recursive: true }).",
    }),
  ],
  // pino, whose option starts a thread when the logger is created. A stream does the same in the process itself.
  [
    /^unable to determine transport target for (".*")$/,
    ([, target = '']) => ({
      sentence: `pino cannot start a thread for its transport ${target}.`,
      advice: WITHOUT_TRANSPORT,
    }),
  ],
  // A module that a package looks for next to itself, where the bundle is now. Some packages quote Node's message.
  [
    /Cannot find module '(?:\.{0,2}[\\/]|file:|[A-Za-z]:)(?:[^']*[\\/])?([^'\\/]+)'.* imported from .*[\\/](?:(?:workflow|[\da-f]{64})\.mjs|chunks[\\/])/,
    ([, file = '']) => explainOwnModule(file),
  ],
];

export const WITHOUT_TRANSPORT =
  'Create pino without "transport", or with a stream in its place: pino(pretty()), by import pretty from \'pino-pretty\'.';

/** Whose file it is: the code of packages has no other name in a bundle. */
const OWNERS: Readonly<Record<string, string>> = { 'pdf.worker.mjs': 'pdfjs-dist' };

function explainOwnModule(file: string): RefusedAccess {
  const name = OWNERS[file];
  return {
    sentence: `${name === undefined ? 'A package' : `The package ${name}`} loads its file ${file} by a name that only its code knows, so the bundle lacks it.`,
    advice: `Name the package under "external" in the project file${name === undefined ? '' : `: "external": ["${name}"]`}.`,
  };
}

/** Explains an error of a package by its message; `null`: it has another cause. */
export function explainPackage(message: string): RefusedAccess | null {
  for (const [pattern, explain] of KNOWN) {
    const found = pattern.exec(message);
    if (found !== null) return explain(found);
  }
  return null;
}
