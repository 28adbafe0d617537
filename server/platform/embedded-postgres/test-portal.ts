import { startEmbeddedPostgres } from './index.ts'

/**
 * A portal as a process of its own, for the tests that kill one: starts PostgreSQL in the folder named by its first
 * argument, prints the connection as a line of JSON and holds on. A line on its input makes it exit without stop().
 */
const { connection } = await startEmbeddedPostgres({ dataDir: process.argv[2]!, log: () => {} })
console.log(JSON.stringify(connection))
process.stdin.once('data', () => process.exit(0))
