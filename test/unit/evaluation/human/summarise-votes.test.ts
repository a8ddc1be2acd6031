import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { joinVotes, readCases } from '../../../../src/evaluation/human/human-case.ts';
import { summariseVotes } from '../../../../src/evaluation/human/summarise-votes.ts';
import { streamOf } from '../../../helpers/evaluation-records.ts';
import { humanEvaluationOf, scoredEvaluationOf, scoredOf, votedOf, votersOf } from '../../../helpers/human-records.ts';

interface Options {
  readonly level?: number;
  readonly seed?: number;
}

/** Summarises votes: a text per voter, a character per case. */
async function summarise(votes: readonly string[], options: Options = {}) {
  const given = votedOf(votes);
  const cases = joinVotes(streamOf(given.scenarios), streamOf(given.votes));
  return await summariseVotes({ evaluation: humanEvaluationOf(), voters: votersOf(votes), cases, ...options });
}

/** Summarises scores: a list per voter, a number per case. */
async function summariseScores(scores: readonly (readonly (number | null)[])[]) {
  const given = scoredOf(scores);
  const cases = joinVotes(streamOf(given.scenarios), streamOf(given.votes));
  const voters = votersOf(scores.map((own) => own.map((score) => (score === null ? '.' : 'a')).join('')));
  return await summariseVotes({ evaluation: scoredEvaluationOf(), voters, cases });
}

describe('votes for a variant', () => {
  test('have shares with intervals by Clopper and Pearson', async () => {
    const { choices, ...summary } = await summarise(['aab+-.']);
    expect(summary).toMatchObject({ rows: 6, voted: 5, votes: 5, method: 'clopper_pearson', level: 0.95, score: null });
    expect(choices.map(({ label, votes, share }) => [label, votes, share])).toEqual([
      ['default@2', 2, 0.4],
      ['tuned@1', 1, 0.2],
      ['both good', 1, 0.2],
      ['both bad', 1, 0.2],
    ]);
    // scipy.stats.binomtest(2, 5).proportion_ci(0.95, method='exact')
    expect(choices[0]?.interval).toEqual([expect.closeTo(0.05274495, 8), expect.closeTo(0.8533672, 7)]);
  });

  // Sign tests: 2 · 0.5⁴, 1 of 3, 2 of 6 (22/32 = 0.6875).
  test.each([
    [['aaaa'], { first: 4, second: 0, neither: 0, p_value: 0.125 }],
    [['aab+-.'], { first: 2, second: 1, neither: 2, p_value: 1 }],
    [['aabbab', 'aabbaa', 'abbb+a'], { first: 4, second: 2, neither: 0, p_value: 0.6875 }],
    [['ab'], { first: 1, second: 1, neither: 0, p_value: 1 }],
    [['a', 'b'], { first: 0, second: 0, neither: 1, p_value: null }],
    [['...'], { first: 0, second: 0, neither: 0, p_value: null }],
  ])('%j prefer, case by case, %j', async (votes, preference) => {
    expect((await summarise(votes)).preference).toEqual(preference);
  });

  test('of several people on one case are drawn together', async () => {
    const { choices, ...summary } = await summarise(['aabbab', 'aabbaa', 'abbb+a']);
    expect(summary).toMatchObject({ voted: 6, votes: 18, method: 'bootstrap', seed: 1 });
    expect(choices.map(({ votes, share }) => [votes, share])).toEqual([
      [9, 9 / 18],
      [8, 8 / 18],
      [1, 1 / 18],
      [0, 0],
    ]);
    // Of two cases on which people agree, one may be drawn twice; four votes for themselves would tell more.
    expect((await summarise(['ab', 'ab'])).choices[0]?.interval).toEqual([0, 1]);
    // A vote that nobody gave has no spread: Clopper and Pearson's interval of none of six cases.
    expect(choices[3]?.interval).toEqual([0, expect.closeTo(0.4592581, 7)]);
  });

  test('that are none have no shares and no intervals', async () => {
    const { choices, ...summary } = await summarise(['...']);
    expect(summary).toMatchObject({ rows: 3, voted: 0, votes: 0, agreement: null });
    expect(choices.map(({ share, interval }) => [share, interval])).toEqual(choices.map(() => [null, null]));
  });

  test('have narrower intervals at a lower level, and the same from the same seed', async () => {
    const widthOf = async (options: Options) => {
      const [choice] = (await summarise(['aab+-a', 'abb+-b'], options)).choices;
      return (choice?.interval?.[1] ?? NaN) - (choice?.interval?.[0] ?? NaN);
    };
    expect(await widthOf({ level: 0.5 })).toBeLessThan(await widthOf({ level: 0.95 }));
    expect(await summarise(['aab', 'abb'], { seed: 7 })).toEqual(await summarise(['aab', 'abb'], { seed: 7 }));
    expect((await summarise(['aab', 'abb'], { seed: 7 })).seed).toBe(7);
  });

  test('are counted by voter, and apart where they were not blind', async () => {
    const given = votedOf(['aab', 'bb.']);
    const votes = given.votes.map((each) => ({
      ...each,
      votes: each.votes.map((vote) => ({ ...vote, is_blind: vote.voter_id === 'voter-0' && each.position === 0 })),
    }));
    const cases = joinVotes(streamOf(given.scenarios), streamOf(votes));
    const voters = votersOf(['aab', 'bb.', '']);
    const summary = await summariseVotes({ evaluation: humanEvaluationOf(), voters, cases });
    expect(summary.not_blind).toBe(4);
    expect(summary.voters).toEqual([
      { id: 'voter-0', name: 'voter 0', votes: 3, not_blind: 2 },
      { id: 'voter-1', name: 'voter 1', votes: 2, not_blind: 2 },
      { id: 'voter-2', name: 'voter 2', votes: 0, not_blind: 0 },
    ]);
  });
});

describe('scores', () => {
  test('have a mean with the interval of Student, which ends at 100', async () => {
    const { score, ...summary } = await summariseScores([[80, 90, 55.5, null]]);
    expect(summary).toMatchObject({ rows: 4, voted: 3, votes: 3, method: 'student', choices: [], preference: null });
    // scipy.stats.t.interval(0.95, 2, 75.16667, 10.2483): 31.07 to 119.26
    expect(score).toEqual({
      mean: expect.closeTo(75.166667, 6) as number,
      interval: [expect.closeTo(31.0717645, 6), 100],
      least: 55.5,
      greatest: 90,
    });
  });

  test('of several people on one case are drawn together', async () => {
    const { score, method } = await summariseScores([
      [80, 90, 60],
      [70, 95, null],
    ]);
    expect([method, score?.mean]).toEqual(['bootstrap', 79]);
  });

  // Only the API takes scores beyond 0 to 100: their interval is not clipped on either side.
  test.each([
    [[0, 1, 0, 2], true],
    [[100, 99, 100, 98], true],
    [[99, 100, 101, 90], false],
    [[1, 0, -1, 10], false],
  ])('%j have an interval within 0 and 100: %s', async (scores, isWithin) => {
    const [low, high] = (await summariseScores([scores])).score?.interval ?? [NaN, NaN];
    expect(low >= 0 && high <= 100).toBe(isWithin);
  });

  test('that are all the same, or none, have no interval', async () => {
    const same = await summariseScores([
      [80, 80],
      [80, 80],
    ]);
    expect(same.score).toEqual({ mean: 80, interval: null, least: 80, greatest: 80 });
    const unequal = await summariseScores([
      [80, 80],
      [80, null],
    ]);
    expect(unequal.score).toEqual(same.score);
    const none = { mean: null, interval: null, least: null, greatest: null };
    expect((await summariseScores([[null, null]])).score).toEqual(none);
  });
});

describe('the agreement of people', () => {
  const NO_CASE = 'No case has votes from two people.';
  const ALL_SAME = 'All votes are the same, so chance explains the agreement.';

  test.each([
    [['a.', '.b'], 0, NO_CASE],
    [['a.', '.b', '..'], 0, NO_CASE],
    [['aa', 'aa'], 2, ALL_SAME],
    [['aa', 'aa', 'aa'], 2, ALL_SAME],
  ])('is unknown for %j, with the reason', async (votes, cases, reason) => {
    const { agreement } = await summarise(votes);
    expect(agreement).toMatchObject({ value: null, interval: null, cases, reason, kappas: [] });
  });

  test('is none of one person', async () => {
    expect((await summarise(['ab', '..'])).agreement).toBeNull();
  });

  test('of two is also a kappa of Cohen', async () => {
    // Three of five votes agree, and 8/25 by chance: (0.6 − 0.32) / (1 − 0.32).
    expect((await summarise(['aabb+.', 'abbb-b'])).agreement).toMatchObject({
      statistic: 'krippendorff_alpha',
      measurement: 'nominal',
      value: 0.4375,
      cases: 5,
      voters: 2,
      reason: null,
      kappas: [{ statistic: 'cohen_kappa', value: expect.closeTo(7 / 17, 12) as number, cases: 5, votes: 2 }],
    });
    expect((await summarise(['aabb+-', 'aabb+-'])).agreement).toMatchObject({
      value: 1,
      interval: null,
      kappas: [{ value: expect.closeTo(1, 12) as number, interval: null }],
    });
  });

  test('of more people is also a kappa of Fleiss', async () => {
    // Two cases agree, two by a third; half by chance. Alpha draws without putting back: 1 − (1/3) / (72/132).
    expect((await summarise(['aabb', 'abba', 'aabb'])).agreement).toMatchObject({
      value: expect.closeTo(7 / 18, 12) as number,
      cases: 4,
      voters: 3,
      kappas: [{ statistic: 'fleiss_kappa', value: expect.closeTo(1 / 3, 12) as number, cases: 4, votes: 3 }],
    });
  });

  test('of scores has no kappa', async () => {
    const { agreement } = await summariseScores([
      [50, 60, 70],
      [50, 65, null],
    ]);
    // Squared differences: 25/2 within the cases, of 1350/12 among all.
    expect(agreement).toMatchObject({
      measurement: 'interval',
      value: expect.closeTo(8 / 9, 12) as number,
      kappas: [],
    });
  });

  interface Reference {
    readonly kind: string;
    readonly rows: readonly (readonly (number | null)[])[];
    readonly nominal: number;
    readonly fleiss: { readonly kappa: number; readonly votes: number; readonly cases: number };
  }

  // Written by test/fixtures/statistics/agreement.py, with the values of the packages krippendorff and statsmodels.
  const REFERENCES = (
    JSON.parse(
      readFileSync(new URL('../../../fixtures/statistics/agreement.json', import.meta.url), 'utf8'),
    ) as readonly Reference[]
  ).filter(({ kind, rows }) => kind === 'votes' && rows[0]?.length !== 2);

  test('on incomplete votes has the alpha of all cases, and the kappa of those with equally many votes', async () => {
    expect(REFERENCES).toHaveLength(4);
    for (const { rows, nominal, fleiss } of REFERENCES) {
      const people = Array.from({ length: rows[0]?.length ?? 0 }, (_, person) =>
        rows.map((row) => 'ab+-'[row[person] ?? 4] ?? '.').join(''),
      );
      const { agreement } = await summarise(people);
      expect(agreement?.value).toBeCloseTo(nominal, 3);
      expect(agreement?.cases).toBe(rows.filter((row) => row.filter((value) => value !== null).length > 1).length);
      expect(agreement?.kappas).toMatchObject([
        { statistic: 'fleiss_kappa', votes: fleiss.votes, cases: fleiss.cases },
      ]);
      expect(agreement?.kappas[0]?.value).toBeCloseTo(fleiss.kappa, 3);
    }
  });

  test('is not lost by one stray third vote', async () => {
    const [first, second] = ['aabbabababaabbbaabab', 'aabbababaaaabbbaabbb'];
    const { agreement } = await summarise([first, second, `a${'.'.repeat(19)}`]);
    expect(agreement).toMatchObject({ cases: 20, reason: null, kappas: [{ votes: 2, cases: 19 }] });
    expect(agreement?.value).toBeGreaterThan(0.7);
  });
});

describe('a case', () => {
  test('has its votes, but not those that are only a note', async () => {
    const { scenarios, votes } = votedOf(['ab.', '..b']);
    const change = [{}, { vote: '', note: 'hm' }, { vote: '', score: '70' }];
    const changed = votes.map((each, index) => ({
      ...each,
      votes: each.votes.map((vote) => ({ ...vote, ...change[index] })),
    }));
    const joined: [string, number][] = [];
    for await (const { scenario, votes: own } of joinVotes(streamOf(scenarios), streamOf(changed))) {
      joined.push([scenario.id, own.length]);
    }
    expect(joined).toEqual([
      ['case-0', 1],
      ['case-1', 0],
      ['case-2', 1],
    ]);
  });

  test('of a service that names nobody has its vote, if there is one', async () => {
    const { scenarios } = votedOf(['ab.']);
    const given = scenarios.map((scenario, index) => ({ ...scenario, vote: index === 0 ? 'a' : '', score: '' }));
    const read: [string, string[]][] = [];
    for await (const { scenario, votes } of readCases(streamOf(given))) {
      read.push([scenario.id, votes.map(({ vote }) => vote)]);
    }
    expect(read).toEqual([
      ['case-0', ['a']],
      ['case-1', []],
      ['case-2', []],
    ]);
  });
});
