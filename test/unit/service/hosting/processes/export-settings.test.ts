import { expect, test } from 'vitest';
import { collectorOf, exportSettings } from '../../../../../src/service/hosting/processes/export-settings.ts';

const SERVICE = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'key=secret',
  PATH: '/bin',
};

test("the service's own settings apply where the workflow names no address", () => {
  const { PATH: _path, ...settings } = SERVICE;
  expect(exportSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'key=mine' }, SERVICE)).toEqual(settings);
});

test("the service's key is not sent to a workflow's own address", () => {
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://mine/v1/traces', MODEL: 'x' };
  expect(exportSettings(own, SERVICE)).toEqual({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://mine/v1/traces' });
});

test.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { OTEL_EXPORTER_OTLP_HEADERS: 'key=secret' }])(
  'without an address nothing is exported (%j)',
  (service) => {
    expect(exportSettings({}, service)).toBeNull();
  },
);

test("spans go to the service's collector unless the workflow names its own", () => {
  expect(collectorOf({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })?.host).toBe('collector:4318');
  expect(
    collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://mine' }, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x' }),
  ).toBeNull();
  expect(collectorOf({}, {})).toBeNull();
  expect(collectorOf({}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' })).toBeNull();
});
