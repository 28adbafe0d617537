export { findRunning } from './find-running.ts'
export { levelOfLine } from './level-of-line.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts'
export { DataFolderInUse } from './take-portal-lock.ts'
