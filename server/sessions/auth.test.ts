import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { layCable } from '../../tests/kit/cable.ts'
import { createTestDatabase } from '../../tests/kit/database.ts'
import { createDatabase, createPool } from '../platform/database.ts'
import { createAuth } from './auth.ts'

it('outlives a database that is lost while a password is looked at [ID-1]', async () => {
  const { connection, drop } = await createTestDatabase()
  const cable = await layCable(connection)
  const { host, port } = cable
  const database = createDatabase(createPool({ ...connection, host, port }, { name: 'auth', max: 1 }))
  const auth = createAuth(database)
  const [holder, watcher] = [new pg.Client(connection), new pg.Client(connection)]
  const uncaught = vi.fn()
  process.on('uncaughtExceptionMonitor', uncaught)
  try {
    await Promise.all([holder.connect(), watcher.connect()])
    await holder.query('begin')
    await holder.query('lock table users in access exclusive mode')
    const credentials = { email: 'ada@test.example', password: 'tall-ships-at-noon' }
    const check = auth.checkPassword(credentials).then(
      () => 'answered',
      () => 'failed',
    )
    const waiting = `select from pg_stat_activity where application_name = 'eupnea-auth' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await watcher.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
    cable.cut()
    expect(await check).toBe('failed')
    expect(uncaught).not.toHaveBeenCalled()
    await holder.query('rollback')
    cable.mend()
    expect(await auth.checkPassword(credentials)).toBeNull()
  } finally {
    process.off('uncaughtExceptionMonitor', uncaught)
    await Promise.all([holder.end(), watcher.end()])
    await database.destroy()
    cable.close()
    await drop()
  }
})
