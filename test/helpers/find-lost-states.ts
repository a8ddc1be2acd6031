import type { Page } from 'playwright-core';

/** Finds what would look like its neighbours: states that only a background shows, where the page has none of its own. */
export async function findLostStates(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const STATES = [
      '[aria-current]',
      '[aria-pressed="true"]',
      '[aria-selected="true"]',
      '[data-selected]',
      '[data-active]',
      'ins',
    ];
    const lookOf = (element: Element) => {
      const { textDecorationLine, borderStyle, borderWidth, borderColor, outlineStyle, outlineColor } =
        getComputedStyle(element);
      return JSON.stringify([textDecorationLine, borderStyle, borderWidth, borderColor, outlineStyle, outlineColor]);
    };
    return STATES.flatMap((state) =>
      [...document.querySelectorAll(state)].flatMap((element) => {
        const others = state === 'ins' ? [element.parentElement] : [...(element.parentElement?.children ?? [])];
        const other = others.find((each) => each?.matches(state) === false);
        return other && lookOf(other) === lookOf(element) ? [`${state}: ${element.outerHTML.slice(0, 100)}`] : [];
      }),
    );
  });
}
