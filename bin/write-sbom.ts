import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseSpdx from 'spdx-expression-parse';
import { packageFolders, type BuiltFiles } from './write-licences.ts';

type Manifest = Contrib.FromNodePackageJson.Types.NodePackageJson & { readonly dependencies?: Record<string, string> };

/** How a package is delivered: as code in our own files, or installed by npm. */
type Delivery = 'bundled' | 'installed';

interface Locked extends Manifest {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
}

/** Compiled code inside packages, which no lock file lists. */
const CARRIED: Readonly<Record<string, readonly { name: string; license: string }[]>> = {
  'jq-wasm': [
    { name: 'jq', license: 'MIT' },
    { name: 'oniguruma', license: 'BSD-2-Clause' },
  ],
  undici: [{ name: 'llhttp', license: 'MIT' }],
};

const licences = new Contrib.License.Factories.LicenseFactory(parseSpdx);
const components = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
  licences,
);

/**
 * Writes the bill of materials: all packages whose code is in our files or that npm installs with ours.
 *
 * It contains no time and no random serial number, so the same sources yield the same bytes.
 *
 * @param file - path of the CycloneDX document (JSON)
 * @param outputs - inputs of each built file
 */
export async function writeSbom(root: string, file: string, outputs: BuiltFiles): Promise<void> {
  const manifest = await readJson<Manifest>(join(root, 'package.json'));
  const lock = await readJson<{ packages: Record<string, Locked> }>(join(root, 'package-lock.json'));
  const bundled = await Promise.all(
    packageFolders(outputs).map(async (folder) => {
      const path = folder.slice(folder.indexOf('node_modules/'));
      return toComponent(await readJson<Manifest>(join(root, folder, 'package.json')), 'bundled', lock.packages[path]);
    }),
  );
  const installed = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, locked]) => toComponent({ ...locked, name: nameOf(path) }, 'installed', locked));
  await writeFile(file, toJson(manifest, [...bundled, ...installed]));
}

function toComponent(manifest: Manifest, delivery: Delivery, locked: Locked | undefined): Models.Component {
  const component = components.makeComponent(manifest);
  if (component === undefined) throw new Error(`A package without a name is ${delivery}: ${JSON.stringify(manifest)}`);
  const purl = new PackageURL(
    'npm',
    component.group,
    component.name,
    component.version,
    undefined,
    undefined,
  ).toString();
  component.purl = purl;
  component.bomRef.value = `${delivery}:${purl}`;
  component.scope = locked?.optional === true ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required;
  component.properties.add(new Models.Property('wfkit:delivery', delivery));
  if (locked?.integrity !== undefined) component.hashes.set(...hashOf(locked.integrity));
  for (const { name, license } of delivery === 'bundled' ? (CARRIED[manifest.name ?? ''] ?? []) : []) {
    const part = new Models.Component(Enums.ComponentType.Library, name, { bomRef: `${purl}#${name}` });
    part.licenses.add(licences.makeFromString(license));
    component.components.add(part);
  }
  return component;
}

function toJson(manifest: Manifest, parts: readonly Models.Component[]): string {
  const bom = new Models.Bom();
  const ours = components.makeComponent(manifest, Enums.ComponentType.Application);
  if (ours === undefined) throw new Error('package.json has no name.');
  ours.bomRef.value = 'this-package';
  bom.metadata.component = ours;
  // A package may be in two folders, but the document lists it once.
  for (const part of new Map(parts.map((component) => [component.bomRef.value, component])).values()) {
    bom.components.add(part);
    ours.dependencies.add(part.bomRef);
  }
  const normalizer = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalizer).serialize(bom, { sortLists: true, space: 1 })}\n`;
}

function hashOf(integrity: string): [Enums.HashAlgorithm, string] {
  const [algorithm, hex] = Contrib.FromNodePackageJson.Utils.parsePackageIntegrity(integrity);
  return [algorithm, hex];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}
