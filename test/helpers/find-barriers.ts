import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Finds what keeps people from using a page: the serious and critical violations that axe knows. */
export async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    // axe was put there by the line before.
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
  });
}
