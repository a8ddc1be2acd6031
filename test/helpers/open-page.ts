import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

/** A page in its own browser profile. Closing it checks that there were no hidden errors. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the browser's console; reading them disables the check at the end. */
  takeComplaints(): string[];
}

export interface OpenPageOptions extends BrowserContextOptions {
  /** Signs in with it before the page opens. */
  readonly key?: string;
}

/** Opens an address. Until it is closed, console errors and requests to other origins fail the test. */
export async function openPage(address: string, { key, ...options }: OpenPageOptions = {}): Promise<OpenPage> {
  const browser = await chromium.connect(inject('browserEndpoint'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const { origin } = new URL(address);
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) foreign.push(url);
  });
  if (key !== undefined) await context.request.post(`${origin}/session`, { data: { key } });
  await page.goto(address);
  const close = async () => {
    await context.close();
    await browser.close();
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
  };
  return { page, takeComplaints: () => complaints.splice(0), [Symbol.asyncDispose]: close };
}
