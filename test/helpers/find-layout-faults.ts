import type { Page } from 'playwright-core';

/** Finds what a person would see at once: a page that is too wide, texts outside of it, texts over one another. */
export async function findLayoutFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    interface Drawn {
      readonly node: Node;
      readonly text: string;
      readonly box: DOMRect;
    }
    /** A bar that stays covers what scrolls below it; a drawing places its own texts; the rest is hidden from eyes. */
    const LEFT_OUT =
      'select, svg, .hidden, .skip, .run-bar, .vote-bar, .answer > .figures-row, .top, .connection, thead, details:not([open]) > :not(summary)';
    const root = document.querySelector('dialog[open]') ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const drawn: Drawn[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? '').trim().slice(0, 30);
      if (parent === null || text === '' || parent.closest(LEFT_OUT) !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const whole of range.getClientRects()) {
        const box = cut(whole, parent);
        if (box !== null) drawn.push({ node, text, box });
      }
    }

    /** Boxes that clip or scroll show only a part of a text. */
    function cut({ left, top, right, bottom }: DOMRect, parent: Element): DOMRect | null {
      let edges = { left, top, right, bottom };
      for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        edges = {
          left: Math.max(edges.left, edge.left),
          top: Math.max(edges.top, edge.top),
          right: Math.min(edges.right, edge.right),
          bottom: Math.min(edges.bottom, edge.bottom),
        };
      }
      const [width, height] = [edges.right - edges.left, edges.bottom - edges.top];
      return width <= 0 || height <= 0 ? null : new DOMRect(edges.left, edges.top, width, height);
    }

    const overlaps = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} pixels wide, of ${clientWidth}`] : []),
      ...drawn.flatMap(({ text, box }) => (box.right > clientWidth + 1 ? [`outside: ${text}`] : [])),
      ...drawn.flatMap(({ node, text, box }, index) =>
        drawn
          .slice(index + 1)
          .flatMap((other) => (node !== other.node && overlaps(box, other.box) ? [`${text} | ${other.text}`] : [])),
      ),
    ];
  });
}
