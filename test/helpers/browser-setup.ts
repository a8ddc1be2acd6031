import packedChromium from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the shared browser. */
    readonly browserEndpoint: string;
  }
}

/** Starts one browser for all tests: `WF_TEST_CHROMIUM`, or the one from the dependencies. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const own = process.env['WF_TEST_CHROMIUM'] ?? '';
  const executablePath = own === '' ? await packedChromium.executablePath() : own;
  // Chromium's sandbox does not work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const server = await chromium.launchServer({ executablePath, args, headless: true });
  provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
