import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../helpers/find-barriers.ts';
import { type OpenPage, openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
beforeAll(async () => void (server = await startPageServer()));
afterAll(async () => await server[Symbol.asyncDispose]());

/** Opens a route on a signed-in page with an empty draft. */
async function openRoute(path: string): Promise<OpenPage> {
  return await openPage(`${server.url}/#/apps/support/routes${path}`, { key: server.key });
}

async function readAnswer(page: Page): Promise<string> {
  return await page.getByRole('group', { name: 'Answer' }).innerText();
}

test('each kind of field has its control, with its default', async () => {
  await using open = await openRoute('/summarise');
  const config = open.page.getByRole('region', { name: 'Configuration' });
  await config.getByLabel('prompt').waitFor();

  const controls = await config.locator('.field').evaluateAll((fields) =>
    fields.map((field) => {
      const inputs = [...field.querySelectorAll<HTMLInputElement>('input, textarea, select')];
      return [
        field.querySelector('label')?.textContent,
        ...inputs.map(({ type, value, checked, min, max }) => [type, type === 'checkbox' ? checked : value, min, max]),
      ];
    }),
  );

  expect(controls).toEqual([
    ['prompt', ['textarea', 'Summarise: {text}', undefined, undefined]],
    ['words', ['range', '50', '10', '200'], ['number', '50', '10', '200']],
    ['temperature', ['range', '0.7', '0', '1.99'], ['number', '0.7', '0', '1.99']],
    ['top_p', ['range', '1', '0.01', '1'], ['number', '1', '0.01', '1']],
    ['seed', ['number', '7', '0', '']],
    ['top_k', ['range', '40', '1', '99'], ['number', '40', '1', '99']],
    ['bias', ['number', '0', '', '']],
    ['stream', ['checkbox', false, '', '']],
    ['tone', ['select-one', 'plain', undefined, undefined]],
    ['model', ['select-one', 'small-1', undefined, undefined]],
  ]);
  expect(
    await config
      .getByLabel('model')
      .locator('optgroup')
      .evaluateAll((groups) => groups.map((group) => group.getAttribute('label'))),
  ).toEqual(['Large', 'Small']);
});

test('no view of a route has a serious accessibility violation', async () => {
  await using open = await openRoute('/summarise');
  await open.page.getByLabel('text', { exact: true }).fill('the sea');
  await open.page.getByRole('button', { name: 'Run', exact: true }).click();
  await open.page.getByRole('tab', { name: 'Markdown' }).click();

  expect(await findBarriers(open.page)).toEqual([]);
});

test('a run shows its answer as text, Markdown, JSON and a trace, with its cost', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  await page.getByLabel('text', { exact: true }).fill('the sea');
  await page.getByRole('slider', { name: 'words' }).press('ArrowRight');
  await page.getByLabel('tone').selectOption('formal');
  await page.getByRole('button', { name: 'Run', exact: true }).click();

  const text = '# formal\n\n**51** words of the sea at 0.7: Summarise: {text}';
  await page.getByRole('group', { name: 'Answer' }).waitFor();
  expect(await readAnswer(page)).toBe(text);
  await page.getByRole('tab', { name: 'Text' }).press('ArrowRight');
  await page.getByRole('heading', { name: 'formal' }).waitFor();
  expect(await page.locator('.markdown strong').innerText()).toBe('51');
  await page.getByRole('tabpanel', { name: 'Markdown' }).waitFor();
  await page.getByRole('tab', { name: 'JSON' }).last().click();
  expect(JSON.parse(await readAnswer(page))).toBe(text);
  await page.getByRole('tab', { name: 'Trace' }).click();
  await page.locator('.trace ul .span-name').first().waitFor();
  expect(await page.locator('.span-name').allInnerTexts()).toEqual(['summarise', 'small-1']);
  expect(await page.locator('.trace ul .span-name').allInnerTexts()).toEqual(['small-1']);
  expect(await page.locator('.span .figures').allInnerTexts()).toEqual([
    expect.stringMatching(/^[<\d.]+ ms · 15 tokens · \$0\.0042$/),
    '15 tokens · $0.0042',
  ]);
  expect(await page.locator('.figures-row').innerText()).toMatch(
    /Latency\n[<\d.]+ ms\nCost\n\$0\.0042\nTokens\n15 \(12 in, 3 out\)/,
  );
});

test('typed values survive a reload, and each field can be reset to its default', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  await page.getByLabel('prompt').fill('Half a tho');
  await page.getByLabel('text', { exact: true }).fill('the sea');
  await page.reload();
  expect(await page.getByLabel('prompt').inputValue()).toBe('Half a tho');
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('the sea');
  await page.getByRole('button', { name: 'Reset prompt to its default' }).click();
  expect(await page.getByLabel('prompt').inputValue()).toBe('Summarise: {text}');
});

test('a value out of bounds is marked at its field and blocks the run', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  const marks = [];
  for (const [name, typed] of BROKEN_BOUNDS) {
    const field = page.locator(`[data-field="${name}"]`);
    await field.locator('input[type="number"]').fill(typed);
    const isDisabled = await page.getByRole('button', { name: 'Run', exact: true }).isDisabled();
    marks.push([name, typed, await field.getByRole('alert').innerText(), isDisabled]);
    await field.getByRole('button', { name: /^Reset/ }).click();
  }

  expect(marks).toEqual(BROKEN_BOUNDS.map(([name, typed, words]) => [name, typed, words, true]));
  expect(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true);
});

const BROKEN_BOUNDS = [
  ['words', '9', 'Input should be greater than or equal to 10'],
  ['words', '201', 'Input should be less than or equal to 200'],
  ['words', '10.5', 'Input should be a valid integer'],
  ['temperature', '-0.01', 'Input should be greater than or equal to 0'],
  ['temperature', '2', 'Input should be less than 2'],
  ['top_p', '0', 'Input should be greater than 0'],
  ['top_p', '1.01', 'Input should be less than or equal to 1'],
  ['seed', '-1', 'Input should be greater than or equal to 0'],
  ['seed', '', 'Input should be a valid number'],
  ['top_k', '0', 'Input should be greater than 0'],
  ['top_k', '100', 'Input should be less than 100'],
  ['bias', '', 'Input should be a valid number'],
] as const;

test('the message at a field equals that of the 422', async () => {
  const url = `${server.url}/services/${server.appId}/${server.variantId}/playground/run/summarise`;
  const said = [];
  for (const [name, typed, words] of BROKEN_BOUNDS.filter(([, typed]) => typed !== '')) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `ApiKey ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x', ag_config: { [name]: Number(typed) } }),
    });
    const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string }[] };
    said.push([response.status, detail.map(({ loc, msg }) => [loc.at(-1), msg]), words]);
  }

  expect(said).toEqual(
    BROKEN_BOUNDS.filter(([, typed]) => typed !== '').map(([name, , words]) => [422, [[name, words]], words]),
  );
});

test('a slider ends at its bounds, or one step before exclusive ones', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  const ends = [];
  for (const name of ['words', 'temperature', 'top_p', 'top_k']) {
    const slider = page.getByRole('slider', { name });
    const box = page.locator(`[data-field="${name}"] input[type="number"]`);
    await slider.press('Home');
    const first = await box.inputValue();
    await slider.press('ArrowLeft');
    expect(await box.inputValue(), name).toBe(first);
    await slider.press('End');
    ends.push([name, first, await box.inputValue()]);
  }

  expect(ends).toEqual([
    ['words', '10', '200'],
    ['temperature', '0', '1.99'],
    ['top_p', '0.01', '1'],
    ['top_k', '1', '99'],
  ]);
  expect(await page.locator('.field [role="alert"]').count()).toBe(0);
});

test('every control works with the mouse alone', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  const slider = page.getByRole('slider', { name: 'words' });
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  await slider.click({ position: { x: width - 1, y: height / 2 } });
  await page.getByLabel('stream').click();
  await page.getByLabel('tone').selectOption('formal');
  await page.getByLabel('model').selectOption('large-2');
  await page.getByRole('tab', { name: 'JSON' }).click();
  const config: unknown = JSON.parse(await page.getByLabel('Configuration as JSON').inputValue());
  expect(config).toMatchObject({ words: 200, stream: true, tone: 'formal', model: 'large-2' });
  await page.getByRole('tab', { name: 'Form' }).click();
  for (const name of ['words', 'stream', 'tone', 'model']) {
    await page.getByRole('button', { name: `Reset ${name} to its default` }).click();
  }
  expect(await slider.inputValue()).toBe('50');
  expect(await page.getByRole('button', { name: /^Reset/ }).count()).toBe(0);
});

test('a rejected value is reported at its field', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  await page.getByLabel('count').fill('3');
  await page.getByRole('button', { name: 'Run', exact: true }).click();

  const error = page.locator('[data-field="text"]').getByRole('alert');
  expect(await error.innerText()).toContain('Field required');
  expect(await findBarriers(page)).toEqual([]);
  expect(open.takeComplaints()).toEqual([expect.stringContaining('422')]);
  await page.getByLabel('text', { exact: true }).fill('there it is');
  await error.waitFor({ state: 'detached' });
});

test('the JSON tab changes the same values', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  await page.getByRole('tab', { name: 'JSON' }).click();
  const editor = page.getByLabel('Configuration as JSON');
  expect(JSON.parse(await editor.inputValue())).toMatchObject({ words: 50, tone: 'plain', stream: false });
  await editor.fill('{"words": 20,');
  await page.reload();
  expect(await editor.inputValue()).toBe('{"words": 20,');
  expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
  await editor.fill('{"words": 20, "stream": true}');
  await page.getByRole('tab', { name: 'Form' }).click();
  expect(await page.getByRole('slider', { name: 'words' }).inputValue()).toBe('20');
  expect(await page.getByLabel('stream').isChecked()).toBe(true);
});

test('a failed call shows its stack', async () => {
  await using open = await openRoute('/fail');
  await open.page.getByRole('button', { name: 'Run', exact: true }).click();

  const failure = open.page.getByRole('alert');
  expect(await failure.innerText()).toMatch(/^Status 500\s+The model refused to answer\s+at .+:\d+:\d+/);
  expect(await findBarriers(open.page)).toEqual([]);
  expect(open.takeComplaints()).toEqual([expect.stringContaining('500')]);
});

test('a stream is shown as it arrives, and can be cancelled', async () => {
  await using open = await openRoute('/count');
  const { page } = open;
  await page.getByLabel('hang').check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('one two', { exact: false }).waitFor();
  expect(await readAnswer(page)).toBe('one two ');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled.').waitFor();
  await page.getByLabel('hang').uncheck();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('one two three').waitFor();
});

test('a route without an input schema takes any JSON object', async () => {
  await using open = await openRoute('/');
  const { page } = open;
  const editor = page.getByLabel('Inputs, as a JSON object');
  await editor.fill('{"a": [1, ');
  expect(await page.getByRole('alert').innerText()).toMatch(/^JSON decode error/);
  await editor.fill('{"a": [1, {"b": null}]}');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('group', { name: 'Answer' }).waitFor();
  expect(JSON.parse(await readAnswer(page))).toEqual({ echo: { a: [1, { b: null }] } });
});

test('a call is copied as curl and as wf run', async () => {
  await using open = await openPage(`${server.url}/#/apps/support/routes/summarise`, {
    key: server.key,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { page } = open;
  await page.getByLabel('text', { exact: true }).fill("the sea's end");
  const copy = async (label: string) => {
    await page.getByRole('button', { name: label }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  const curl = await copy('Copy curl');
  await page.getByLabel('seed').fill('8');
  const wfRun = await copy('Copy wf run');

  const base = `${server.url}/services/${server.appId}/${server.variantId}`;
  expect(curl.split(' \\\n')[0]).toBe(`curl ${base}/playground/run/summarise`);
  expect(curl).toContain(`"text":"the sea'\\''s end"`);
  expect(curl).toContain('"seed":7');
  expect(curl).not.toContain(server.key);
  expect(wfRun.split(' \\\n  ')).toEqual(
    expect.arrayContaining(['wf run /summarise', `--input 'text=the sea'\\''s end'`, '--config seed=8']),
  );
});

test('Ctrl+Enter runs the route from any field', async () => {
  await using open = await openRoute('/summarise');
  const { page } = open;
  await page.getByLabel('text', { exact: true }).fill('the sea');
  await page.getByLabel('prompt').press('Control+Enter');
  await page.getByText('words of the sea').waitFor();
});
