import type { Ingest } from './ingest-shapes.ts'

const unused = () => Promise.reject(new Error('Not used in this test'))

/** For tests that store nothing. */
export const unusedIngest: Ingest = {
  telemetry: unused,
  reading: unused,
  status: unused,
  online: unused,
  connected: unused,
  keepOnline: () => () => {},
  characterise() {},
  refuse: async () => {},
  keepPartitions: unused,
  stores: true,
  clockAheadMs: null,
  close: unused,
}
