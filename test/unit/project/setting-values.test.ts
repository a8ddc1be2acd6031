import { describe, expect, test } from 'vitest';
import { parseSetting, requireSettingName, type SettingName } from '../../../src/project/setting-values.ts';

describe('parseSetting', () => {
  test.each<[SettingName, string | number, unknown]>([
    ['base_url', 'http://localhost:8000', 'http://localhost:8000'],
    ['base_url', ' https://Host.example/api/ ', 'https://host.example/api'],
    ['timeout', '1.5', 1.5],
    ['timeout', 90, 90],
    ['timeout', '86400', 86_400],
    ['app', ' support ', 'support'],
    ['credential', 'bearer', 'bearer'],
    ['credential', 'header:X-Api-Key', 'header:X-Api-Key'],
    ['credential', 'cookie:sAccessToken', 'cookie:sAccessToken'],
  ])('%s %j', (name, text, value) => {
    expect(parseSetting(name, text, 'x')).toBe(value);
  });

  test.each<[SettingName, string | number, string]>([
    ['base_url', 'localhost:8000', 'which is not an http or https address'],
    ['base_url', 'ftp://host', 'which is not an http or https address'],
    ['base_url', 'https://ann:secret@host', 'which contains a name or a password'],
    ['base_url', 'https://host?x=1', 'which contains a query or a fragment'],
    ['base_url', '', 'which is not an http or https address'],
    ['timeout', 'abc', 'but a time limit is a number of seconds above 0, at most 86400'],
    ['timeout', '0', 'but a time limit is a number of seconds above 0'],
    ['timeout', '-1', 'but a time limit is a number of seconds above 0'],
    ['timeout', '1e9', 'but a time limit is a number of seconds above 0'],
    ['timeout', '86401', 'but a time limit is a number of seconds above 0'],
    ['timeout', 'Infinity', 'but a time limit is a number of seconds above 0'],
    ['app', ' ', 'which is empty'],
    ['credential', 'basic', 'but a credential form is apikey, bearer, raw, header:NAME or cookie:NAME'],
    ['credential', 'header:X Y', 'but a credential form is'],
    ['credential', 'header:', 'but a credential form is'],
  ])('%s %j is rejected with its source', (name, text, reason) => {
    expect(() => parseSetting(name, text, 'WF_X')).toThrow(
      expect.objectContaining({ code: 'WF_INVALID_INPUT', message: expect.stringContaining(reason) }),
    );
    expect(() => parseSetting(name, text, 'WF_X')).toThrow(/^WF_X is /);
  });

  test('a password in a rejected address is not repeated', () => {
    expect(() => parseSetting('base_url', 'https://ann:secret@host', 'WF_BASE_URL')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });
});

describe('requireSettingName', () => {
  test('accepts the name of a setting', () => {
    expect(requireSettingName('timeout')).toBe('timeout');
  });

  test('suggests a similar name', () => {
    expect(() => requireSettingName('baseurl')).toThrow(
      expect.objectContaining({ message: 'No setting is called "baseurl". Did you mean base_url?' }),
    );
  });
});
