import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  findFileCircles,
  findFolderCircles,
  findForbiddenImports,
  findFullFolders,
  findNotForBrowsers,
  findScatteredSql,
  findStrayTests,
  findUnknownFolders,
} from './find-violations.ts';
import { readSources } from './read-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = [...readSources(root, 'src'), ...readSources(root, 'commands')];
const paths = files.map(({ path }) => path);
const canary = readSources(fileURLToPath(new URL('../fixtures/layers', import.meta.url)), 'src');

/** Each rule is applied to the code and to a fixture that breaks it, which proves that the rule can fail. */
describe('the floors', () => {
  test('imports only point downward, and confined packages stay on their floors', () => {
    expect(findForbiddenImports(files)).toEqual([]);
  });

  test('forbidden imports of every form are reported', () => {
    expect(findForbiddenImports(canary)).toEqual([
      'src/client/reaches-up.ts → src/ui/frame.tsx: client may not import ui',
      'src/playground/reads-files.ts → src/client/sending.ts: playground may not import client',
      'src/ui/frame.tsx → pg: pg is only for service',
      'src/ui/frame.tsx → src/cli/base.ts: ui may not import cli',
    ]);
  });
});

describe('the page', () => {
  test('of the client and the contract it loads what runs in a browser', () => {
    expect(findNotForBrowsers(files)).toEqual([]);
  });

  test('what a browser does not have is reported with the way that leads there', () => {
    expect(findNotForBrowsers(canary)).toEqual([
      'src/playground/reads-files.ts → src/client/answers/reads-files.ts → node:fs',
    ]);
  });
});

describe('circles', () => {
  test('no files import each other in a circle', () => {
    expect(findFileCircles(files)).toEqual([]);
  });

  test('no folder or file imports a sibling in a circle, at any depth', () => {
    expect(findFolderCircles(files)).toEqual([]);
  });

  test('circles between files are reported, including type imports', () => {
    expect(findFileCircles(canary)).toEqual([
      'src/cli/base.ts → src/cli/other.ts → src/client/reaches-up.ts → src/ui/frame.tsx → src/cli/base.ts',
      'src/cli/base.ts → src/cli/other.ts → src/cli/base.ts',
    ]);
  });

  test('circles between folders are reported, even without circles between files', () => {
    expect(findFolderCircles(canary)).toEqual([
      'src: cli → client → ui → cli',
      'src/cli: base.ts → other.ts → base.ts',
      'src/service: apps → variants → apps',
    ]);
  });
});

describe('folders', () => {
  test('a folder contains at most 25 files', () => {
    expect(findFullFolders(paths, 25)).toEqual([]);
  });

  test('a full folder is reported', () => {
    expect(findFullFolders(['src/cli/a.ts', 'src/cli/b.ts', 'src/cli/kit/c.ts'], 1)).toEqual(['src/cli: 2 files']);
  });

  test('folders of a floor are features, or named in the table of shared folders', () => {
    expect(findUnknownFolders(paths)).toEqual([]);
  });

  test('a folder of another name is reported', () => {
    const unknown = [
      'src/ui/variant/page.ts',
      'src/ui/variants/page.ts',
      'src/ui/layout/text/wrap.ts',
      'commands/env/list.ts',
    ];
    expect(findUnknownFolders(unknown)).toEqual(['src/ui/variant', 'commands/env']);
  });
});

describe('SQL', () => {
  test('statements are only in the store and in queries', () => {
    expect(findScatteredSql(files)).toEqual([]);
  });

  test('a statement elsewhere is reported', () => {
    expect(findScatteredSql(canary)).toEqual(['src/service/variants/operations.ts']);
  });
});

describe('unit tests', () => {
  test('their folders are those of the program', () => {
    const tests = readdirSync(`${root}/test/unit`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => `test/unit/${path.replaceAll('\\', '/')}`);
    const program = [...paths, ...readSources(root, 'bin').map(({ path }) => path)];
    expect(findStrayTests(tests, [...program, 'src/playground/styles/index.css'])).toEqual([]);
  });

  test('a folder that the program does not have is reported', () => {
    const program = ['src/cli/kit/io.ts', 'commands/variants/list.ts'];
    const tests = ['test/unit/cli/kit/output.test.ts', 'test/unit/commands/index.test.ts', 'test/unit/cli.test.ts'];
    expect(findStrayTests([...tests, 'test/unit/cli/io/io.test.ts'], program)).toEqual([
      'test/unit/cli.test.ts',
      'test/unit/cli/io/io.test.ts',
    ]);
  });
});
