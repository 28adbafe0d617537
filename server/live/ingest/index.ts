export { type Bridge, startBridge } from './bridge.ts'
export { type DeviceBroker, startBroker } from './broker.ts'
export { removeSamples } from './ingest.sql.ts'
export { createIngest, type Ingest } from './ingest.ts'
