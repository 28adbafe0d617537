export { startBridge } from './bridge.ts'
export { startBroker } from './broker.ts'
export { removeSamples } from './ingest.sql.ts'
export { createIngest, type Ingest } from './ingest.ts'
