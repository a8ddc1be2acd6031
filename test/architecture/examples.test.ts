import { execFile } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** TypeScript code that a reader may copy. */
interface Example {
  /** File and line, as in `src/sdk/routes/route.ts:87`. */
  readonly place: string;
  readonly code: string;
}

/** Finds the examples marked as TypeScript: in docstrings, and in fenced blocks of the pages. */
async function findExamples(): Promise<Example[]> {
  const files: string[] = [];
  for await (const file of glob(['src/{sdk,contract,client}/**/*.ts', 'README.md', 'docs/**/*.md'], { cwd: ROOT }))
    files.push(file);
  const found = await Promise.all(
    files.toSorted().map(async (file) => extract(file, await readFile(join(ROOT, file), 'utf8'))),
  );
  return found.flat();
}

function extract(file: string, text: string): Example[] {
  return [...text.matchAll(/^([ \t]*\* ?)?```ts\n([\s\S]*?)^\1?[ \t]*```/gm)].map((match) => {
    const [, margin = '', body = ''] = match;
    const lines = body
      .split('\n')
      .map((line) => (line.startsWith(margin.trimEnd()) ? line.slice(margin.length) : line));
    return { place: `${file}:${text.slice(0, match.index).split('\n').length}`, code: lines.join('\n') };
  });
}

/** Compiles examples as an author's project would, with `wfkit` meaning our sources. @returns what tsc prints */
async function compile(examples: readonly Example[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-examples-'));
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
    await mkdir(join(folder, 'examples'));
    await Promise.all(
      examples.map(({ place, code }) =>
        writeFile(join(folder, 'examples', `${place.replaceAll(/[^\w.-]/g, '_')}.ts`), `${code}\nexport {};\n`),
      ),
    );
    return await runTsc(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PROJECT = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: {
    noUnusedLocals: false,
    noUnusedParameters: false,
    erasableSyntaxOnly: false,
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    paths: {
      wfkit: [join(ROOT, 'src/sdk/index.ts')],
      'wfkit/decorators': [join(ROOT, 'src/sdk/decorators.ts')],
      'wfkit/runtime': [join(ROOT, 'src/runtime/index.ts')],
    },
  },
  include: ['examples', join(ROOT, 'src/sdk/text-files.d.ts')],
};

async function runTsc(folder: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(
    process.execPath,
    [TSC, '--noEmit', '--pretty', 'false', '-p', '.'],
    { cwd: folder },
    (_error, stdout, stderr) =>
      // Errors elsewhere in the sources are the type check's to report.
      resolve(
        `${stdout}${stderr}`
          .split('\n')
          .filter((line) => line.startsWith('examples'))
          .join('\n'),
      ),
  );
  return await promise;
}

test('every example in docstrings and on the pages compiles', async () => {
  const examples = await findExamples();
  expect(examples.map(({ place }) => place.split(':')[0])).toEqual(
    expect.arrayContaining([
      'src/sdk/routes/route.ts',
      'src/sdk/decorators.ts',
      'src/sdk/context/config-manager.ts',
      'README.md',
      'docs/authoring.md',
    ]),
  );
  expect(await compile(examples)).toBe('');
});

test('an example that does not compile is reported', async () => {
  const wrong = { place: 'canary:1', code: "import { route } from 'wfkit';\nroute('no-slash', {}, () => null);" };
  expect(await compile([wrong])).toMatch(/^examples\/canary_1\.ts\(2,7\): error/);
});
