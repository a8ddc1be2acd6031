import { expect, test } from 'vitest';
import { isSecretFile, LEFT_OUT, requireFewBytes, requireFewFiles } from '../../../../src/bundler/carry/refuse-file.ts';

test.each(['.env', '.env.local', '.npmrc', '.netrc', '.pgpass', 'id_rsa', 'id_ed25519', 'tls.KEY', 'a.pem', 'b.jks'])(
  '%s usually holds secrets',
  (name) => {
    expect(isSecretFile(`/project/data/${name}`)).toBe(true);
  },
);

test.each(['.env.example', '.env.sample', '.ENV.template', 'environment', 'id_rsa.txt', 'key', 'pem.txt', '.envrc'])(
  '%s is made to be read',
  (name) => {
    expect(isSecretFile(`/project/.env/${name}`)).toBe(false);
  },
);

test('folders of packages, of generated files and of history are left out', () => {
  expect(LEFT_OUT).toEqual(['node_modules', '.git', '.wf']);
});

test('a bundle carries 5,000 files', () => {
  expect(() => requireFewFiles(5000, 'The folder x has')).not.toThrow();
  expect(() => requireFewFiles(5001, 'The folder x has')).toThrow(
    expect.objectContaining({
      code: 'WF_BUILD_FAILED',
      message: 'The folder x has more than 5,000 files, the most that a bundle carries.',
      nextSteps: ['Name fewer files under "files" in the project file, or read them from a store at run time.'],
    }),
  );
});

test('a bundle carries 50 MiB of files', () => {
  const MB = 1024 * 1024;
  const files = (size: number) => [
    { path: 'small', size: 20 * MB },
    { path: 'large', size },
  ];
  expect(() => requireFewBytes(files(30 * MB))).not.toThrow();
  expect(() => requireFewBytes([])).not.toThrow();
  expect(() => requireFewBytes(files(30 * MB + 1))).toThrow(
    expect.objectContaining({
      code: 'WF_BUILD_FAILED',
      message:
        'The files of this workflow have 50.0 MiB together, and a bundle carries 50.0 MiB. The largest is large with 30.0 MiB.',
      nextSteps: ['Name fewer files under "files" in the project file, or read large ones from a store at run time.'],
    }),
  );
});
