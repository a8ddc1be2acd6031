import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { openPage } from '../helpers/open-page.ts';
import { runWf } from '../helpers/run-wf.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

function source(fields: string, answer: string): string {
  return `
import { configSchema, route } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({ ${fields} });
export const greet = route('/greet', { config: Config, input: z.object({ name: z.string() }) }, async ({ config, input }) => ${answer});
`;
}

const FIELDS = "prompt: z.string().default('Hello'), words: z.int().gte(1).lte(100).default(50)";
const FIRST = source(FIELDS, '`first ${config.prompt} ${input.name}`');

/** A page of `wf dev` for a project that was never deployed, with a function that saves its workflow. */
async function openDev(text = FIRST) {
  const stack = new AsyncDisposableStack();
  const config = JSON.stringify({ app: 'greeter', entry: 'workflow.ts' });
  const project = stack.use(await tempProject({ 'workflow.ts': text, 'wf.config.json': config }));
  await linkPackages(project.root, ['zod']);
  const url = await serveSources(project.root, stack);
  const key = (await readFile(project.path('.wf/key'), 'utf8')).trim();
  const opened = stack.use(await openPage(url, { key }));
  const { page } = opened;
  await page.getByText('Watching').waitFor();
  return {
    page,
    takeComplaints: () => opened.takeComplaints(),
    save: async (next: string) => await writeFile(project.path('workflow.ts'), next),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Runs the built `wf dev` until the stack is disposed, and returns its address. */
async function serveSources(cwd: string, stack: AsyncDisposableStack): Promise<string> {
  const serving = Promise.withResolvers<string>();
  const ended = runWf(['dev', '--json', '--port', '0', '--no-open'], {
    cwd,
    onStart: (child) => {
      let text = '';
      child.stdout?.on('data', (chunk: string) => {
        text += chunk;
        // The document ends with a closing brace at the start of a line; the server keeps running.
        if (/^\}$/m.test(text)) serving.resolve((JSON.parse(text) as { url: string }).url);
      });
      stack.defer(async () => {
        child.kill('SIGINT');
        await ended;
      });
    },
  });
  ended.then(({ stderr }) => serving.reject(new Error(`wf dev ended: ${stderr}`)), serving.reject);
  return await serving.promise;
}

async function run(page: Page, name: string): Promise<void> {
  await page.getByLabel('name').fill(name);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
}

test('sources can be tried before a deploy, and unavailable actions are hidden', async () => {
  await using dev = await openDev();
  await run(dev.page, 'Ada');
  await dev.page.getByText('first Hello Ada').waitFor();
  await dev.page.waitForURL(({ hash }) => hash === '#/apps/greeter/routes');
  expect(await dev.page.getByRole('button', { name: /Save|Deploy/ }).count()).toBe(0);
});

test('a save that changes the schema keeps typed values and marks invalid ones', async () => {
  await using dev = await openDev();
  const { page } = dev;
  await page.getByLabel('prompt').fill('Good mor');
  await page.locator('[data-field="words"] input[type="number"]').fill('80');
  await page.getByLabel('name').fill('Ad');
  await dev.save(
    source(
      "prompt: z.string().default('Hi'), words: z.int().gte(1).lte(20).default(5), loud: z.boolean().default(true)",
      '`second`',
    ),
  );

  await page.getByLabel('loud').waitFor();
  expect(await page.getByLabel('prompt').inputValue()).toBe('Good mor');
  expect(await page.getByLabel('name').inputValue()).toBe('Ad');
  expect(await page.getByLabel('loud').isChecked()).toBe(true);
  expect(await page.locator('[data-field="words"]').getByRole('alert').innerText()).toBe(
    'Input should be less than or equal to 20',
  );
  await dev.save(FIRST);
  await page.getByLabel('loud').waitFor({ state: 'detached' });
  expect(await page.locator('[data-field="words"] input[type="number"]').inputValue()).toBe('80');
  expect(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true);
});

const STRUCTURED = `
import { chatMessages, configSchema, fillMessages, outputSchema, route, tools } from 'wfkit';
import * as z from 'zod';
const Config = configSchema({
  messages: chatMessages({ variables: ['name'] }).default([{ role: 'user', content: 'Greet {name}' }]),
  tools: tools({ names: ['search'] }).default([]),
  answer: outputSchema().default({ type: 'object' }),
});
export const greet = route('/greet', { config: Config, input: z.object({ name: z.string() }) }, ({ config, input }) =>
  [...fillMessages(config.messages, input).map(({ role, content }) => role + ': ' + content), config.answer.title].join(' | '),
);
`;

test('messages, tools and schemas have controls that check what is typed', async () => {
  await using dev = await openDev(STRUCTURED);
  const { page } = dev;
  const alertOf = (field: string) => page.locator(`[data-field="${field}"]`).getByRole('alert').innerText();
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('combobox', { name: 'Role 2' }).selectOption('system');
  await page.getByRole('textbox', { name: 'messages, text 2' }).fill('Be kind to {nme}');
  expect(await alertOf('messages')).toBe('1/content: Unknown variable {nme}. Did you mean {name}?');
  await page.getByRole('textbox', { name: 'messages, text 2' }).fill('Be kind to {name}');
  await page.getByRole('button', { name: 'Up message 2' }).click();
  await page.getByLabel('tools').fill('[{"name":"serch","parameters":{}}]');
  expect(await alertOf('tools')).toBe('0/name: The code has no tool "serch". Did you mean search?');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('tools').fill('[]');
  await page.getByLabel('answer').fill('{"title":"Greeting"');
  expect(await alertOf('answer')).toMatch(/^JSON decode error: /);
  await page.getByLabel('answer').fill('{"title":"Greeting"}');
  await run(page, 'Ada');
  await page.getByText('system: Be kind to Ada | user: Greet Ada | Greeting').waitFor();
});

test('the last inputs run again on save while the option is on', async () => {
  await using dev = await openDev();
  const { page } = dev;
  await run(page, 'Ada');
  await page.getByText('first Hello Ada').waitFor();
  await page.getByRole('switch', { name: 'Run again on save' }).check();
  await dev.save(source(FIELDS, '`second ${config.prompt} ${input.name}`'));
  await page.getByText('second Hello Ada').waitFor();
});

test('a broken save is shown with its position, the last good version keeps answering, and the next save recovers', async () => {
  await using dev = await openDev();
  const { page } = dev;
  await dev.save(`${FIRST}\nexport const broken = ;\n`);
  const banner = page.getByRole('alert').first();
  await banner.waitFor();
  expect(await banner.innerText()).toMatch(
    /^workflow\.ts:7:\d+ .*\n[\s\S]*export const broken = ;[\s\S]*\^[\s\S]*The last good version keeps answering\./,
  );
  expect(await findBarriers(page)).toEqual([]);
  await run(page, 'Ada');
  await page.getByText('first Hello Ada').waitFor();
  await dev.save(source(FIELDS, '`healed`'));
  await banner.waitFor({ state: 'detached' });
  await run(page, 'Ada');
  await page.getByText('healed', { exact: true }).waitFor();
});

const THROWING = source(FIELDS, '{\n  const text = input.name;\n  throw new Error(`no ${text}`);\n}');
const THROWING_STREAM = `import { route } from 'wfkit';
export const count = route('/count', {}, async function* () {
  yield 'one';
  throw new TypeError('lost');
});
`;

test('a failure shows the source line with a caret, and the stack', async () => {
  await using dev = await openDev(THROWING);
  const { page } = dev;
  await run(page, 'Ada');
  const [line = '', caret] = await readMarked(page, 'workflow.ts:7:9');

  expect(line).toMatch(/^7 │ {3}throw new Error\(`no \$\{text\}`\);$/);
  expect(caret?.indexOf('^')).toBe(line.indexOf('new Error'));
  expect(await page.getByRole('group', { name: 'Stack' }).innerText()).toMatch(/^at .*workflow\.ts:7:9/);
  expect(await findBarriers(page)).toEqual([]);
  expect(dev.takeComplaints()).toEqual([expect.stringContaining('500')]);
});

test('a failure during a stream shows its line, too', async () => {
  await using dev = await openDev(THROWING_STREAM);
  await dev.page.getByRole('button', { name: 'Run', exact: true }).click();

  expect((await readMarked(dev.page, 'workflow.ts:4:9'))[0]).toContain("throw new TypeError('lost');");
  expect(await dev.page.getByRole('group', { name: 'Answer' }).innerText()).toBe('one');
});

/** The failed line, and the line with the caret. */
async function readMarked(page: Page, place: string): Promise<string[]> {
  const text = await page.locator('figure', { hasText: place }).locator('mark').innerText();
  return text.split('\n');
}
