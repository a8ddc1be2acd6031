import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { isGone, nameOwner } from '../../../../src/service/evaluations/process-owner.ts';

/** The id of a process that has ended. */
const ENDED = spawnSync(process.execPath, ['--version']).pid;

test('an owner is named by machine, process and a random id', () => {
  const name = nameOwner();
  expect(name.split('/').slice(0, -1)).toEqual([hostname(), String(process.pid)]);
  expect(name).toMatch(/\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(nameOwner()).not.toBe(name);
});

test('only a process of this machine that has ended is gone', () => {
  expect(isGone(nameOwner())).toBe(false);
  expect(isGone(`${hostname()}/${process.ppid}/x`)).toBe(false);
  expect(isGone(`${hostname()}/${ENDED}/x`)).toBe(true);
  expect(isGone(`elsewhere/${ENDED}/x`)).toBe(false);
});

test('what is no process id names no process that is gone', () => {
  expect(isGone(`${hostname()}/x/y`)).toBe(false);
});
