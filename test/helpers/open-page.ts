import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';

/** A page in a browser profile of its own. When it closes, it is checked that nothing went wrong behind the scene. */
export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** What the browser's console complained about; reading it is asking that it be empty at the end no more. */
  takeComplaints(): string[];
}

export interface OpenPageOptions extends BrowserContextOptions {
  /** Signs in with it before the page opens. */
  readonly key?: string;
}

/** Opens an address. No console error and no request that leaves its origin is allowed until it is closed. */
export async function openPage(address: string, { key, ...options }: OpenPageOptions = {}): Promise<OpenPage> {
  const browser = await chromium.connect(inject('browserEndpoint'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
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
