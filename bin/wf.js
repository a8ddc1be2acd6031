#!/usr/bin/env node
// The installed program. This file must parse on any Node with modules, so that old versions get a clear error.

var NEEDED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) start();
else void import('./find-newer-node.js').then((module) => module.runOnNewerNode(NEEDED_MAJOR));

function start() {
  var argv = process.argv.slice(2);
  void import('../dist/main.js').then((program) => program.main(argv), explainMissing);
}

function explainMissing(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('Error: This checkout of wf has not been built.\n  Try: npm run build\n');
  process.exitCode = 1;
}
