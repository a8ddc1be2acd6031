import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { createBenchProject } from './bench-project.ts';
import { fillEvaluation } from './fill-evaluation.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import { openBrowser, signIn } from './open-browser.ts';
import { type BenchRow, showMs } from './rows.ts';
import { type RunningWf, startWf } from './running-wf.ts';

const ROUNDS = 9;
const ROWS = 10_000;
/** With the row's number, inputs, expected answer, output, cost and latency, 30 columns. */
const EVALUATORS = 24;
const JUMPS = 60;

/** The first load of `wf dev`'s page in a browser with an empty cache, and the rows of a large evaluation in it. */
export async function benchPageLoad(): Promise<BenchRow[]> {
  await using project = await createBenchProject(HELLO_WORLD);
  await using running = await startWf(project, 'dev', '--port', '0', '--no-open');
  const browser = await openBrowser();
  try {
    const loads = await measureInRounds(() => loadPage(browser, running));
    {
      using database = new DatabaseSync(project.path('.wf/wf.db'), { timeout: 60_000 });
      fillEvaluation(database, ROWS, EVALUATORS);
    }
    const lists = await measureInRounds(() => openRows(browser, running));
    const kilobytes = median(loads.map(({ bytes }) => bytes)) / 1000;
    const list = `${ROWS.toLocaleString('en-US')} rows of ${EVALUATORS + 6} columns`;
    return [
      toRow('first load of the page, signed in, until a route can be run', showMs(median(loads.map(({ ms }) => ms)))),
      toRow('its bytes, all requests, as they are sent', `${kilobytes.toFixed(0)} KB`),
      toRow(
        `an evaluation with ${list}: its first rows are drawn`,
        showMs(median(lists.map(({ firstMs }) => firstMs))),
      ),
      toRow('all of them are fetched, and the list has its length', showMs(median(lists.map(({ allMs }) => allMs)))),
      toRow('a jump in that list, until its rows are drawn', showMs(median(lists.map(({ jumpMs }) => jumpMs)))),
    ];
  } finally {
    await browser.close();
  }
}

function toRow(what: string, value: string): BenchRow {
  return { what, value, comparison: '', ratio: null, budget: '', isWithin: null };
}

/** The first rounds warm the browser and the server. */
async function measureInRounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const measured: T[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    const one = await measure();
    if (round >= 0) measured.push(one);
  }
  return measured;
}

interface PageLoad {
  readonly ms: number;
  readonly bytes: number;
}

async function loadPage(browser: Browser, running: RunningWf): Promise<PageLoad> {
  const context = await signIn(browser, running);
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const started = performance.now();
    await page.goto(running.url, { waitUntil: 'commit' });
    await waitForRoute(page);
    return { ms: performance.now() - started, bytes };
  } finally {
    await context.close();
  }
}

/** Playwright waits until the button is visible, enabled and clickable. */
async function waitForRoute(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click({ trial: true });
}

interface OpenedRows {
  readonly firstMs: number;
  readonly allMs: number;
  readonly jumpMs: number;
}

/** Follows a link to the evaluation, on a page that is open already. */
async function openRows(browser: Browser, running: RunningWf): Promise<OpenedRows> {
  const context = await signIn(browser, running);
  try {
    const page = await context.newPage();
    await page.goto(running.url);
    await waitForRoute(page);
    const started = performance.now();
    await page.evaluate(() => void (location.hash = '#/apps/bench/evaluations/bench'));
    await page.getByRole('cell', { name: '1 show whole', exact: true }).waitFor();
    const firstMs = performance.now() - started;
    await page.getByText(`${ROWS.toLocaleString('en-US')} rows`, { exact: true }).waitFor();
    const allMs = performance.now() - started;
    return { firstMs, allMs, jumpMs: await measureJumps(page) };
  } finally {
    await context.close();
  }
}

/** Jumps through the list, and measures the time until the frame after the one that draws. */
async function measureJumps(page: Page): Promise<number> {
  const times = await page.getByRole('group', { name: 'Rows, scrolling' }).evaluate(async (list, jumps) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const measured: number[] = [];
    for (let jump = 1; jump <= jumps; jump += 1) {
      await nextFrame();
      const started = performance.now();
      list.scrollTop = (list.scrollHeight * jump) / jumps;
      await nextFrame();
      await nextFrame();
      measured.push(performance.now() - started);
    }
    return measured;
  }, JUMPS);
  return median(times);
}
