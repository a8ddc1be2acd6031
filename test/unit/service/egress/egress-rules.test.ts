import { expect, test } from 'vitest';
import { createEgressRules } from '../../../../src/service/egress/egress-rules.ts';

const INNER = { host: 'models.internal', address: '10.0.0.7', port: 8080 };

test('without exceptions, only public addresses are allowed', () => {
  const rules = createEgressRules();
  expect(rules(INNER)).toBe(false);
  expect(rules({ host: 'example.com', address: '93.184.215.14', port: 443 })).toBe(true);
});

test.each([
  ['*'],
  ['models.internal'],
  ['MODELS.internal:8080'],
  ['10.0.0.7'],
  ['10.0.0.7:8080'],
  ['10.0.0.7/32'],
  ['0.0.0.0/0'],
  ['10.0.0.0/8'],
  ['10.0.0.0/8:8080'],
])('%s allows an address', (exception) => {
  expect(createEgressRules(['192.168.0.1', exception])(INNER)).toBe(true);
});

test.each([['internal'], ['models.internal:80'], ['10.0.0.8'], ['10.0.0.7:80'], ['10.1.0.0/16'], ['10.0.0.0/8:80']])(
  '%s does not',
  (exception) => {
    expect(createEgressRules([exception])(INNER)).toBe(false);
  },
);

test.each([['::1'], ['::1/128'], ['[::1]'], ['[::1]:11434'], ['::/64'], ['[::]/64:11434']])(
  '%s allows an IPv6 address',
  (exception) => {
    expect(createEgressRules([exception])({ host: '::1', address: '::1', port: 11_434 })).toBe(true);
  },
);

test('a range of one family allows no address of the other', () => {
  expect(createEgressRules(['127.0.0.0/8'])({ host: '::1', address: '::1', port: 80 })).toBe(false);
});

test.each([
  [''],
  ['http://models.internal'],
  ['10.0.0.0/33'],
  ['::/129'],
  ['models.internal/8'],
  ['models.internal:http'],
  ['a b'],
  ['[::1'],
])('%j is invalid', (exception) => {
  expect(() => createEgressRules([exception])).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `Invalid address ${JSON.stringify(exception)} in --allow-egress: write HOST, HOST:PORT, an IP address, or a range as in 10.0.0.0/8.`,
      nextSteps: ['wf serve --allow-egress localhost:11434', 'wf serve --allow-egress 10.0.0.0/8'],
    }),
  );
});
