import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

type Files = Readonly<Record<string, string>>;

interface Case {
  /** The workflow that cannot be built, with what it needs; an empty text is no file. */
  readonly before: Files;
  /** Each advice of the message, and the files that change by following it. */
  readonly followed: readonly (readonly [advice: string, after: Files])[];
}

/** A workflow with code at its top level, and another in its handler. */
const flow = (top: string, inHandler = ''): string =>
  `import { entrypoint } from 'wfkit';\n${top}\nexport default entrypoint({}, async () => {\n${inHandler}\nreturn 'x';\n});\n`;
const config = (more: object): string => JSON.stringify({ app: 'advised', entry: 'workflow.ts', ...more });

const READ_OUTSIDE = 'Name it under "files" in the project file, or import it: import text from \'./file.md\'.';
const ELSEWHERE =
  'Start it in the handler, and run the workflow without a sandbox: wf dev --allow, or wf build --target node.';
const INTO_HANDLER = 'Move code that can fail from the top level of the module into the handler.';
const TOO_MUCH = 'const all = []; while (true) all.push(new Array(1e5).fill(0.5));';
const THREAD = "import { Worker } from 'node:worker_threads';";

const CASES: Readonly<Record<string, Case>> = {
  'a variable that is not set': {
    before: {
      'workflow.ts': flow("if (process.env['MODEL_URL'] === undefined) throw new Error('MODEL_URL is missing');"),
    },
    followed: [
      [
        'Set the variable in .env, which is read while routes are, or read it inside the handler.',
        { '.env': 'MODEL_URL=x\n' },
      ],
    ],
  },
  "the author's code that throws": {
    before: { 'workflow.ts': flow("JSON.parse('');") },
    followed: [[INTO_HANDLER, { 'workflow.ts': flow('', "JSON.parse('');") }]],
  },
  'a connection while it is imported': {
    before: { 'workflow.ts': flow("await fetch('http://127.0.0.1:65000');") },
    followed: [[INTO_HANDLER, { 'workflow.ts': flow('', "await fetch('http://127.0.0.1:65000');") }]],
  },
  'a package that throws': {
    before: {
      'node_modules/fails/package.json': '{"name":"fails","type":"module","exports":"./index.js"}',
      'node_modules/fails/index.js': "throw new TypeError('no'); export const a = 1;",
      'workflow.ts': flow("import 'fails';"),
    },
    followed: [
      [
        "Import the package that fails inside the handler: await import('…')",
        { 'workflow.ts': flow('', "await import('fails');") },
      ],
    ],
  },
  'an import that never settles': {
    before: { 'workflow.ts': flow('await new Promise(() => {});') },
    followed: [
      [
        'Move loops, timers and awaits from the top level of the module into the handler.',
        { 'workflow.ts': flow('', 'await new Promise(() => {});') },
      ],
    ],
  },
  'an exit': {
    before: { 'workflow.ts': flow('process.exit(1);') },
    followed: [
      [
        'Move the call into the handler, and throw an error there: wf imports a workflow to read its routes.',
        { 'workflow.ts': flow('', "throw new Error('no');") },
      ],
    ],
  },
  'a module that needs too much memory': {
    before: { 'workflow.ts': flow(TOO_MUCH) },
    followed: [['Move large work out of the module and into the handler.', { 'workflow.ts': flow('', TOO_MUCH) }]],
  },
  'a module without routes': {
    before: { 'workflow.ts': "import { entrypoint } from 'wfkit';\nexport const made = entrypoint.name;\n" },
    followed: [
      [
        "Export one, for example: export default entrypoint({}, async () => 'hello');",
        { 'workflow.ts': "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'hello');\n" },
      ],
    ],
  },
  'a file that the bundle does not carry': {
    before: {
      'a.md': 'a',
      'workflow.ts': flow("import { readFileSync } from 'node:fs';\nreadFileSync(['a', 'md'].join('.'));"),
    },
    followed: [
      [READ_OUTSIDE, { '.wfrc.json': config({ files: ['a.md'] }) }],
      [READ_OUTSIDE, { 'workflow.ts': flow("import text from './a.md';\nvoid text;") }],
    ],
  },
  'a log in a folder of the system': {
    before: {
      'workflow.ts': flow(
        "import { existsSync, mkdirSync, statSync } from 'node:fs';\nstatSync('/var/log/app'); mkdirSync('/var/log/app');",
      ),
    },
    followed: [
      [
        'To write a file, use a relative path.',
        {
          'workflow.ts': flow(
            "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('log/app', { recursive: true }); writeFileSync('log/app/a.txt', '');",
          ),
        },
      ],
    ],
  },
  'a file written elsewhere': {
    before: { 'workflow.ts': flow("import { writeFileSync } from 'node:fs';\nwriteFileSync('/srv/out.json', '');") },
    followed: [
      [
        'Write to a relative path, as in ./out.json, or send the data to a store.',
        { 'workflow.ts': flow("import { writeFileSync } from 'node:fs';\nwriteFileSync('./out.json', '');") },
      ],
    ],
  },
  'a database in a folder that is missing': {
    before: { 'workflow.ts': flow("import { DatabaseSync } from 'node:sqlite';\nnew DatabaseSync('data/app.db');") },
    followed: [
      [
        "Use a relative path, as in ./app.db, and create its folder before: mkdirSync('data', { recursive: true }).",
        {
          'workflow.ts': flow(
            "import { mkdirSync } from 'node:fs';\nimport { DatabaseSync } from 'node:sqlite';\nmkdirSync('data', { recursive: true });\nnew DatabaseSync('data/app.db');",
          ),
        },
      ],
    ],
  },
  'a thread': {
    before: { 'workflow.ts': flow(`${THREAD}\nnew Worker('0', { eval: true });`) },
    followed: [
      [
        ELSEWHERE,
        {
          'workflow.ts': flow(
            THREAD,
            "await new Promise((done) => new Worker('0', { eval: true }).once('exit', done));",
          ),
        },
      ],
    ],
  },
  'a program': {
    before: {
      'workflow.ts': flow(
        "import { execFileSync } from 'node:child_process';\nexecFileSync(process.execPath, ['-v']);",
      ),
    },
    followed: [
      [
        ELSEWHERE,
        {
          'workflow.ts': flow(
            "import { execFileSync } from 'node:child_process';",
            "execFileSync(process.execPath, ['-v']);",
          ),
        },
      ],
    ],
  },
  "pino's transport": {
    before: {
      'node_modules/thread-stream/package.json': '{"name":"thread-stream","main":"index.js"}',
      'node_modules/thread-stream/index.js':
        "const { Worker } = require('node:worker_threads');\nmodule.exports = class ThreadStream { worker = new Worker('0', { eval: true }); };",
      'node_modules/pino/package.json': '{"name":"pino","main":"index.js"}',
      'node_modules/pino/index.js':
        "module.exports = ({ transport } = {}) => (transport ? new (require('thread-stream'))() : console);",
      'workflow.ts': flow(
        "import pino from 'pino';\nconst log = pino({ transport: { target: 'pino-pretty' } });\nvoid log;",
      ),
    },
    followed: [
      [
        'Create pino without "transport"',
        { 'workflow.ts': flow("import pino from 'pino';\nconst log = pino();\nvoid log;") },
      ],
    ],
  },
  'an entry that does not exist': {
    before: { 'workflow.ts': '', 'src/flow.ts': flow('') },
    followed: [
      [
        'Set "entry" in wf.config.ts to the module that exports the routes, as in src/workflow.ts',
        { '.wfrc.json': config({ entry: 'src/flow.ts' }) },
      ],
    ],
  },
  'a file with secrets': {
    before: { 'key.pem': 'x', 'workflow.ts': flow("import key from './key.pem' with { type: 'bytes' };\nvoid key;") },
    followed: [
      ['Set its values as variables: wf env vars set NAME', { 'workflow.ts': flow('', "void process.env['KEY'];") }],
    ],
  },
  'files that match secrets': {
    before: {
      'keys/a.pem': 'x',
      'keys/a.md': 'x',
      '.wfrc.json': config({ files: ['keys/*'] }),
      'workflow.ts': flow(''),
    },
    followed: [['Add "!keys/a.pem" to "files"', { '.wfrc.json': config({ files: ['keys/*', '!keys/a.pem'] }) }]],
  },
  'a pattern that matches nothing': {
    before: { 'workflow.ts': flow(''), '.wfrc.json': config({ files: ['none/*'] }) },
    followed: [['Correct the pattern, or remove it.', { '.wfrc.json': config({}) }]],
  },
  'a file outside of the project': {
    before: { 'workflow.ts': flow("import host from '/etc/hostname';\nvoid host;") },
    followed: [
      [
        'Copy the file into the project',
        { 'hostname.txt': 'x', 'workflow.ts': flow("import host from './hostname.txt';\nvoid host;") },
      ],
    ],
  },
};

test.each(Object.entries(CASES))(
  'following what is advised about %s leads to a build',
  async (_, { before, followed }) => {
    for (const [advice, after] of followed) {
      await using project = await tempProject({
        'package.json': '{"type":"module"}',
        '.wfrc.json': config({}),
        ...before,
      });
      await linkPackages(project.root, ['zod']);
      for (const [file, text] of Object.entries(before)) if (text === '') await rm(project.path(file));
      const build = async () => await runWf(['build'], { cwd: project.root });

      const refused = await build();
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(advice) });
      for (const [file, text] of Object.entries(after)) {
        await mkdir(dirname(project.path(file)), { recursive: true });
        await writeFile(project.path(file), text);
      }
      expect(await build()).toMatchObject({ exitCode: 0 });
    }
  },
);
