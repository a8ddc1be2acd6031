import { readFileSync } from 'node:fs';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';

/** Packages in each built file, from the bundlers' metafiles. */
const contents = JSON.parse(readFileSync('node_modules/.cache/wf-build.json', 'utf8')) as Record<string, string[]>;
const bundled = [...new Set(Object.values(contents).flat())].toSorted();
const sbomText = readFileSync('dist/sbom.cdx.json', 'utf8');
const sbom = JSON.parse(sbomText) as {
  components: SbomComponent[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

interface SbomComponent {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: unknown[];
  readonly properties: { readonly name: string; readonly value: string }[];
  readonly components?: { readonly name: string }[];
}

function delivered(how: string): SbomComponent[] {
  return sbom.components.filter(({ properties }) => properties.some(({ value }) => value === how));
}

function fullName({ group, name }: SbomComponent): string {
  return group === undefined ? name : `${group}/${name}`;
}

test('the bill of materials is valid CycloneDX', async () => {
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbomText)).toBe(null);
});

test('it contains no time and no random number, so equal sources give equal bytes', () => {
  expect(sbomText).not.toMatch(/"(?:timestamp|serialNumber)"|BomRef\./);
});

test('it lists exactly the bundled packages, with their installed versions', () => {
  const listed = delivered('bundled');
  expect([...new Set(listed.map(fullName))].toSorted()).toEqual(bundled);
  expect(bundled).toEqual(expect.arrayContaining(['ink', 'kysely', 'react-dom', 'zod']));
  const ink = JSON.parse(readFileSync('node_modules/ink/package.json', 'utf8')) as { version: string };
  expect(listed.find(({ name }) => name === 'ink')).toMatchObject({
    version: ink.version,
    purl: `pkg:npm/ink@${ink.version}`,
    licenses: [{ license: { id: 'MIT' } }],
  });
});

test('it lists every dependency that npm installs with the package, at any depth', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const listed = delivered('installed');
  expect(listed.map(fullName)).toEqual(expect.arrayContaining([...Object.keys(dependencies), '@esbuild/linux-x64']));
  expect(listed.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
});

test('compiled code in a package is listed below it', () => {
  const jq = delivered('bundled').find(({ name }) => name === 'jq-wasm');
  expect(jq?.components?.map(({ name }) => name)).toEqual(['jq', 'oniguruma']);
});

test('the notices contain the licence of every bundled package', () => {
  const entries = readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8').split(`\n${'-'.repeat(80)}\n\n`);
  const texts = new Map(entries.map((entry) => [/^(\S+) /.exec(entry)?.[1] ?? '', entry]));
  expect([...texts.keys()].toSorted()).toEqual(bundled);
  const terms =
    /Permission is hereby granted|Permission to use, copy|Apache License|Redistribution and use|Blue Oak Model License/;
  expect([...texts].filter(([, text]) => !terms.test(text)).map(([name]) => name)).toEqual([]);
  expect(texts.get('jq-wasm')).toContain('K.Kosako');
});
