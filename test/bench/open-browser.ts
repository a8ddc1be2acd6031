import packedChromium from '@sparticuz/chromium';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import type { RunningWf } from './running-wf.ts';

/** Starts `WF_TEST_CHROMIUM`, or the browser from the dependencies. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env['WF_TEST_CHROMIUM'] ?? '';
  const executablePath = own === '' ? await packedChromium.executablePath() : own;
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return await chromium.launch({ executablePath, args, headless: true });
}

/** Opens a profile with an empty cache that is signed in. */
export async function signIn(browser: Browser, { url, key }: RunningWf): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.request.post(`${url}/session`, { data: { key } });
  return context;
}
