import packedChromium from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';
import { createBenchProject } from './bench-project.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { median } from './median.ts';
import { type BenchRow, showMs } from './rows.ts';
import { type RunningWf, startWf } from './running-wf.ts';

const ROUNDS = 9;

/** The first load of `wf dev`'s page in a browser with an empty cache. */
export async function benchPageLoad(): Promise<BenchRow[]> {
  await using project = await createBenchProject(HELLO_WORLD);
  await using running = await startWf(project, 'dev', '--port', '0', '--no-open');
  const own = process.env['WF_TEST_CHROMIUM'] ?? '';
  const executablePath = own === '' ? await packedChromium.executablePath() : own;
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args, headless: true });
  const loads: PageLoad[] = [];
  try {
    // The first ones warm the browser and the server.
    for (let round = -2; round < ROUNDS; round += 1) {
      const load = await loadPage(browser, running);
      if (round >= 0) loads.push(load);
    }
  } finally {
    await browser.close();
  }
  const parts = { comparison: '', ratio: null, budget: '', isWithin: null };
  const kilobytes = median(loads.map(({ bytes }) => bytes)) / 1000;
  return [
    {
      what: 'first load of the page, signed in, until a route can be run',
      value: showMs(median(loads.map(({ ms }) => ms))),
      ...parts,
    },
    { what: 'its bytes, all requests, as they are sent', value: `${kilobytes.toFixed(0)} KB`, ...parts },
  ];
}

interface PageLoad {
  readonly ms: number;
  readonly bytes: number;
}

async function loadPage(browser: Browser, { url, key }: RunningWf): Promise<PageLoad> {
  const context = await browser.newContext();
  try {
    await context.request.post(`${url}/session`, { data: { key } });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    const started = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    // Playwright waits until it is visible, enabled and clickable.
    await page.getByRole('button', { name: 'Run', exact: true }).click({ trial: true });
    return { ms: performance.now() - started, bytes };
  } finally {
    await context.close();
  }
}
