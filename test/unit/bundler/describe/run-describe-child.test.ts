import { expect, onTestFinished, test, vi } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import { describeProject } from '../stub-sdk.ts';

test('of our own variables, the process has those for dates and texts', async () => {
  const names = ['TZ', 'LANG', 'LC_ALL', 'WF_TEST_SECRET', 'PATH'];
  for (const name of names.slice(0, -1)) vi.stubEnv(name, 'C');
  onTestFinished(() => void vi.unstubAllEnvs());
  const has = `${JSON.stringify(names)}.filter((name) => process.env[name] !== undefined)`;
  await using project = await tempProject({ 'src/workflow.ts': `throw new Error(\`has \${${has}.join()}.\`);\n` });
  await expect(describeProject(project.root, {})).rejects.toThrow('has TZ,LANG,LC_ALL.');
});
