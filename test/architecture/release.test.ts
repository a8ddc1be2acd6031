import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { tempProject } from '../helpers/temp-project.ts';

interface Step {
  readonly run?: string;
}

const WORKFLOWS = ['release.yml', 'test.yml'];
const readWorkflow = (name: string) => readFileSync(resolve('.github/workflows', name), 'utf8');
const { jobs } = load(readWorkflow('release.yml')) as { jobs: { release: { steps: Step[] } } };
const { steps } = jobs.release;

test.each(WORKFLOWS)('every action of %s is pinned to a commit, with its version next to it', (name) => {
  const used = readWorkflow(name).match(/uses: .*$/gm) ?? [];
  expect(used).not.toEqual([]);
  expect(used.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test('each change runs both test commands, and so does a release', () => {
  for (const name of WORKFLOWS) expect(readWorkflow(name)).toContain('.ci/run\n');
  for (const command of ['npm test', 'npm run test:all -- --rest'])
    expect(readFileSync(resolve('.ci/run'), 'utf8')).toContain(command);
});

test('the licence in the package is the one that package.json names', () => {
  const { license } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as { license: string };
  expect(license).toBe('MIT');
  expect(readFileSync(resolve('LICENSE'), 'utf8')).toMatch(/^MIT License\n\nCopyright \(c\) /);
});

test.each([
  ['v1.2.0', '## [1.2.0] - 2026-12-01', 0],
  ['v1.2.1', '## [1.2.0] - 2026-12-01', 1],
  ['v1.2.0', '## [1.2.0]', 1],
  ['v1.2.0', '## [Unreleased]', 1],
])('for the tag %s and the section %j, the check exits with %i', async (tag, section, status) => {
  await using project = await tempProject({
    'package.json': '{"version":"1.2.0"}',
    'CHANGELOG.md': `# Changelog\n\n${section}\n`,
  });
  const check = steps.find(({ run }) => run?.includes('GITHUB_REF_NAME" ='))?.run ?? 'exit 99';
  expect(statusOf(check, project.root, tag)).toBe(status);
});

/** GitHub runs a step by `bash -e`. */
function statusOf(script: string, cwd: string, tag: string): number | null {
  try {
    execFileSync('bash', ['-e', '-c', script], { cwd, env: { ...process.env, GITHUB_REF_NAME: tag }, stdio: 'pipe' });
    return 0;
  } catch (error) {
    return (error as { status: number | null }).status;
  }
}
