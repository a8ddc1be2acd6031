#!/usr/bin/env node
// The installed program. This file has to parse on any Node that knows modules, so that an old one gets an answer.

var NEEDED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) start();
else void import('./find-newer-node.js').then((module) => module.runOnNewerNode(NEEDED_MAJOR));

function start() {
  var argv = process.argv.slice(2);
  var isAnsweredAtOnce = argv.length === 0 || argv[0] === '--version' || argv.indexOf('--help') !== -1;
  // Before the first import that could profit; compiled code of the last run is kept in the system's temporary folder.
  if (!isAnsweredAtOnce) process.getBuiltinModule('module').enableCompileCache();
  void import('../dist/main.js').then((program) => program.main(argv), explainMissing);
}

function explainMissing(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write('Error: This checkout of wf is not built.\n  Try: npm run build\n');
  process.exitCode = 1;
}
