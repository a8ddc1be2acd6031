import * as z from 'zod';
import { endpoint, Paging } from '../endpoint.ts';
import { NewTestset, SimpleTestset, Testset, TestsetEntry, TestsetIds, UpdatedTestset } from '../records/testset.ts';

const TestsetId = z.object({ testset_id: z.string() });

export const testsetEndpoints = {
  createTestset: endpoint({
    method: 'POST',
    path: '/testsets',
    tag: 'testsets',
    summary: 'Store a test set',
    source: 'facts §2.5',
    role: 'author',
    body: NewTestset,
    response: SimpleTestset,
  }),
  listTestsets: endpoint({
    method: 'GET',
    path: '/testsets',
    tag: 'testsets',
    summary: 'List test sets',
    source: 'facts §2.5',
    query: Paging,
    response: z.array(TestsetEntry),
    list: true,
  }),
  getTestset: endpoint({
    method: 'GET',
    path: '/testsets/{testset_id}',
    tag: 'testsets',
    summary: 'Fetch one test set with its rows',
    source: 'facts §2.5',
    params: TestsetId,
    response: Testset,
  }),
  updateTestset: endpoint({
    method: 'PUT',
    path: '/testsets/{testset_id}',
    tag: 'testsets',
    summary: 'Replace the name and the rows of a test set',
    source: 'facts §2.5',
    role: 'author',
    params: TestsetId,
    body: NewTestset,
    response: UpdatedTestset,
  }),
  deleteTestsets: endpoint({
    method: 'DELETE',
    path: '/testsets',
    tag: 'testsets',
    summary: 'Delete test sets',
    source: 'facts §2.5',
    role: 'author',
    body: TestsetIds,
    response: z.array(z.string()),
  }),
};
