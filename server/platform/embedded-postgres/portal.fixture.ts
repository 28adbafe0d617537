import { startEmbeddedPostgres } from './index.ts'

/**
 * A portal in its own process, for tests that kill one: starts PostgreSQL in the folder given as first argument, prints
 * the connection as a JSON line and keeps running. A line on its input makes it exit without stop().
 */
const { connection } = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: () => {} })
console.log(JSON.stringify(connection))
process.stdin.once('data', () => process.exit(0))
