import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Finds accessibility violations, whatever axe thinks of their weight. @param rules - rules to check beyond the usual */
export async function findBarriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return await page.evaluate(
    async (more) => {
      // It was injected above.
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
        rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    },
    [...rules],
  );
}
