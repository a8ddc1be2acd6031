import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Finds accessibility violations, whatever axe thinks of their weight. @param rules - rules to check beyond the usual */
export async function findBarriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(
    async (more) => {
      // The line above injected axe.
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
        rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    },
    [...rules],
  );
}
