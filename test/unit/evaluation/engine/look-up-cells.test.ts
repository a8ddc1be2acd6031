import { describe, expect, test } from 'vitest';
import type { CellOutcome } from '../../../../src/evaluation/engine/evaluation-case.ts';
import {
  type CasesInHand,
  lookUpCells,
  type LookedUpCase,
  type WantedCells,
} from '../../../../src/evaluation/engine/look-up-cells.ts';

const PAGE = 500;

/** @yields pages of cases with these texts */
function* pagesOf(texts: readonly string[], size = PAGE) {
  const cases = texts.map((text, index) => ({ index, repeat: 0, row: { text }, input: { text } }));
  for (let from = 0; from < cases.length; from += size) yield cases.slice(from, from + size);
}

/** Looks up all cases. Returns the results and the requests. */
async function lookUp(
  pages: ReturnType<typeof pagesOf>,
  {
    judges = [],
    ...found
  }: { judges?: readonly string[]; stored?: string[]; elsewhere?: (key: string) => boolean; looked?: number },
) {
  const inHand: CasesInHand = { keys: new Map(), judges, elsewhere: null };
  const outcome: CellOutcome = { error: null, output: 'A', cost: null, latency: 1 };
  const wanted: WantedCells[] = [];
  const findCells = async (asked: WantedCells) => {
    wanted.push({ ...asked, inHand: [...asked.inHand] });
    return {
      stored: new Map((found.stored ?? []).map((key) => [key, outcome])),
      elsewhere: new Set(asked.keys.filter(found.elsewhere ?? (() => false))),
      looked: Math.min(found.looked ?? Infinity, asked.keys.length),
    };
  };
  const cases: LookedUpCase[] = [];
  const cellKey = ({ text }: Record<string, unknown>) => String(text);
  for await (const page of lookUpCells({ pages, cellKey, findCells }, inHand, () => undefined)) cases.push(...page);
  return { texts: cases.map(({ cellKey: key }) => key), inHand, wanted };
}

describe('a look-up', () => {
  test('holds cases that need a call, and passes them to the next look-up', async () => {
    const { texts, inHand, wanted } = await lookUp(pagesOf(['a', 'b', 'b', 'c'], 3), { stored: ['a'] });
    expect(texts).toEqual(['a', 'b', 'b', 'c']);
    expect(wanted).toEqual([
      { keys: ['a', 'b'], inHand: [], judges: [] },
      { keys: ['c'], inHand: ['b', 'b'], judges: [] },
    ]);
    expect([...inHand.keys]).toEqual([
      [1, 'b'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  test('that covers only the first keys is repeated for the others', async () => {
    const { texts, inHand, wanted } = await lookUp(pagesOf(['a', 'b', 'a', 'c', 'b', 'd'], 6), { looked: 2 });
    expect(texts).toEqual(['a', 'b', 'a', 'c', 'b', 'd']);
    expect(wanted).toEqual([
      { keys: ['a', 'b', 'c', 'd'], inHand: [], judges: [] },
      { keys: ['c', 'b', 'd'], inHand: ['a', 'b', 'a'], judges: [] },
      { keys: ['d'], inHand: ['a', 'b', 'a', 'c', 'b'], judges: [] },
    ]);
    expect([...inHand.keys.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('also holds stored answers that are judged at a cost', async () => {
    const { inHand, wanted } = await lookUp(pagesOf(['a', 'b']), { stored: ['a'], judges: ['judge'] });
    expect([wanted[0]?.judges, [...inHand.keys.values()]]).toEqual([['judge'], ['a', 'b']]);
  });

  test('skips cases that another run holds, and reports their range', async () => {
    const isElsewhere = (key: string) => key === 'b' || key === 'd';
    const { texts, inHand } = await lookUp(pagesOf(['a', 'b', 'c', 'd', 'e'], 2), { elsewhere: isElsewhere });
    expect(texts).toEqual(['a', 'c', 'e']);
    expect(inHand.elsewhere).toEqual({ first: 1, last: 3 });
  });

  test('ends early after skipping very many cases', async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `t${index}`);
    const { inHand, wanted } = await lookUp(pagesOf(texts), { elsewhere: () => true });
    expect(inHand.elsewhere).toEqual({ first: 0, last: null });
    expect(wanted).toHaveLength(20);
  });

  test('goes on after very many cases of its own', async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `t${index}`);
    const isElsewhere = (key: string) => key === 't5' || key === 't9';
    const { inHand, wanted, texts: own } = await lookUp(pagesOf(texts), { elsewhere: isElsewhere });
    expect([own.length, inHand.elsewhere, wanted.length]).toEqual([19_998, { first: 5, last: 9 }, 40]);
  });

  test('that ends early names the first case that it skipped', async () => {
    const texts = Array.from({ length: 20_000 }, (_, index) => `t${index}`);
    const { inHand } = await lookUp(pagesOf(texts), { elsewhere: (key) => key !== 't0' });
    expect(inHand.elsewhere).toEqual({ first: 1, last: null });
  });
});
