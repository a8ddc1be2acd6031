import { expect, test } from 'vitest';
import { openTerminal } from '../helpers/open-terminal.ts';
import { runWf, WF } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

const SHOW_CURSOR = '\u001b[?25h';
const HIDE_CURSOR = '\u001b[?25l';

/** A project whose route answers the first row at once, and the others when the test lets them go. */
const filesOf = (url: string) => ({
  'package.json': '{ "name": "slow", "private": true, "type": "module" }',
  'wf.config.json': '{ "app": "slow", "entry": "workflow.ts" }',
  'cases.csv': `text,correct_answer\n${Array.from({ length: 4 }, (_, index) => `row ${index},ROW ${index}`).join('\n')}\n`,
  'workflow.ts': `
    import { entrypoint } from 'wfkit';
    import * as z from 'zod';
    export default entrypoint({ input: z.object({ text: z.string() }) }, async ({ input }) => {
      if (input.text !== 'row 0') await fetch('${url}');
      return input.text.toUpperCase();
    });
  `,
});

test('a live view is suspended by Ctrl-Z and continues', async () => {
  const letGo = Promise.withResolvers<void>();
  await using gate = await startHttpServer((_request, response) => void letGo.promise.then(() => response.end()));
  await using project = await tempProject(filesOf(gate.url));
  await linkPackages(project.root, ['wfkit', 'zod']);
  const deployed = await runWf(['deploy', '--yes'], { cwd: project.root });
  expect(deployed.exitCode, deployed.stderr).toBe(0);
  await using shell = openTerminal(['--norc', '--noprofile', '-i'], {
    program: '/bin/bash',
    cwd: project.root,
    env: { PS1: 'shell> ' },
    columns: 120,
  });
  await shell.shows('shell>');
  const words = 'eval run --testset cases.csv --evaluators exact_match --concurrency 1';
  shell.press(`'${process.execPath}' '${WF}' ${words}\r`);
  const progress = /\b1 of 4\b/;
  await shell.until((lines) => lines.some((line) => progress.test(line)), 'no progress is shown');
  expect(shell.written().lastIndexOf(HIDE_CURSOR)).toBeGreaterThan(shell.written().lastIndexOf(SHOW_CURSOR));

  shell.press('\u001a');
  await shell.shows('Stopped');
  // The shell's own line has a cursor.
  expect(shell.written().lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(shell.written().lastIndexOf(HIDE_CURSOR));
  shell.press('echo typed-$((40 + 2))\r');
  await shell.shows('typed-42');

  shell.press('fg\r');
  letGo.resolve();
  await shell.until(
    (lines) => lines.some((line) => line.includes('EXACT_MATCH') || line.includes('exact_match')),
    'no result',
  );
  await shell.until((lines) => lines.at(-1)?.startsWith('shell>') === true, 'the shell does not continue');
  expect(shell.written().lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(shell.written().lastIndexOf(HIDE_CURSOR));
  // What was drawn before the suspension is not drawn over.
  expect(shell.screen().filter((line) => line.includes('typed-42')).length).toBe(1);
  shell.press('exit\r');
  expect(await shell.exitCode).toBe(0);
});
