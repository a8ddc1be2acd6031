import type { OnResolveArgs, OnResolveResult, Plugin } from 'esbuild';
import { builtinModules } from 'node:module';
import { LIMITS_PLUGIN } from '../build/to-build-error.ts';
import { isInside } from '../files/package-folder.ts';
import type { TargetLimits } from './target.ts';

const STUBS = 'wf-missing-module';

export interface RefuseOptions {
  readonly limits: TargetLimits;
  /** Real path of the project's folder, which contains the author's files. */
  readonly root: string;
  /** Whether the platform is Node, where modules need no `node:` prefix. */
  readonly isOnNode: boolean;
}

/**
 * Rejects imports of modules that the platform lacks. In the author's code such an import is an error at its line. In a
 * package it is a warning, and the module throws when used: many packages import modules that they only use on Node.
 */
export function refuseMissingModules({ limits, root, isOnNode }: RefuseOptions): Plugin {
  const { platform, missing, limited } = limits;
  const names = builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:'));
  const filter = new RegExp(`^(node:.+|${names.map((name) => name.replaceAll('/', '\\/')).join('|')})$`);
  const judge = ({ path, importer, namespace }: OnResolveArgs): OnResolveResult | null => {
    const name = path.replace(/^node:/, '');
    const reason = missing[name] ?? limited[name];
    const text = `${platform} ${reason}, but this file imports ${JSON.stringify(path)}`;
    const isAuthors = namespace === 'file' && isInside(root, importer) && !/[\\/]node_modules[\\/]/.test(importer);
    if (missing[name] !== undefined) {
      if (isAuthors) return { errors: [{ text }] };
      return { path: name, namespace: STUBS, pluginData: `${platform} ${reason}.`, warnings: [{ text }] };
    }
    const warnings = limited[name] !== undefined && isAuthors ? [{ text }] : [];
    // The prefix is required on all other platforms.
    return isOnNode && warnings.length === 0 ? null : { path: `node:${name}`, external: true, warnings };
  };
  return {
    name: LIMITS_PLUGIN,
    setup(build) {
      build.onResolve({ filter }, judge);
      build.onLoad({ filter: /.*/, namespace: STUBS }, ({ pluginData }) => ({
        contents: throwingModule(String(pluginData)),
        loader: 'js',
      }));
    },
  };
}

function throwingModule(message: string): string {
  const fail = `() => { throw new Error(${JSON.stringify(message)}); }`;
  return `module.exports = new Proxy(function () {}, { get: (_, name) => name === '__esModule' ? false : ${fail}, apply: ${fail} });`;
}
