import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeProcess, processNumberSpace } from './describe-process.ts'
import { DataFolderInUse, takePortalLock } from './take-portal-lock.ts'

let folder: string
let path: string
const log = () => {}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eupnea-test-'))
  path = join(folder, 'portal.lock')
})

afterEach(() => rmSync(folder, { recursive: true }))

function leaveLock(holder: { pid: number; startedAt?: string; space: string; host?: string }, ageMs = 0): void {
  writeFileSync(path, JSON.stringify({ token: 'other', host: 'elsewhere', ...holder }))
  touch(ageMs)
}

function touch(ageMs: number): void {
  const when = new Date(Date.now() - ageMs)
  utimesSync(path, when, when)
}

const startedAt = () => describeProcess(process.pid)?.startedAt

test('the lock names its holder and goes with it', async () => {
  const lock = await takePortalLock(folder, log)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, startedAt: startedAt() })
  lock.release()
  expect(existsSync(path)).toBe(false)
})

test('the lock of a living process holds', async () => {
  leaveLock({ pid: process.pid, startedAt: startedAt(), space: processNumberSpace() })
  await expect(takePortalLock(folder, log)).rejects.toBeInstanceOf(DataFolderInUse)
  expect(existsSync(path)).toBe(true)
})

test('the lock of a dead process is taken over', async () => {
  leaveLock({ pid: 2 ** 22 + 1, startedAt: '1', space: processNumberSpace() })
  const lock = await takePortalLock(folder, log)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

test('a lock whose process number passed to another process is taken over', async () => {
  leaveLock({ pid: process.pid, startedAt: '1', space: processNumberSpace() })
  const lock = await takePortalLock(folder, log)
  lock.release()
})

test('a lock of another container holds while it is touched', async () => {
  leaveLock({ pid: 1, startedAt: '1', space: 'another container' }, 3_000)
  const refused = takePortalLock(folder, log)
  setTimeout(() => touch(0), 500)
  await expect(refused).rejects.toThrow(/in use by process 1 on elsewhere/)
})

test('a lock of another container that is touched no more is taken over', async () => {
  leaveLock({ pid: 1, startedAt: '1', space: 'another container' })
  const lock = await takePortalLock(folder, log, 600)
  lock.release()
})

test('a lock of a former boot is taken over without waiting', async () => {
  leaveLock({ pid: 1, startedAt: '1', space: 'another boot' }, 120_000)
  const lock = await takePortalLock(folder, log)
  lock.release()
})

test('a lock that a power cut emptied is taken over', async () => {
  writeFileSync(path, '')
  touch(120_000)
  const lock = await takePortalLock(folder, log)
  lock.release()
})

test('of two that find the same stale lock one gets it', async () => {
  leaveLock({ pid: 2 ** 22 + 1, startedAt: '1', space: processNumberSpace() })
  const tried = await Promise.allSettled([takePortalLock(folder, log), takePortalLock(folder, log)])
  const taken = tried.filter((one) => one.status === 'fulfilled')
  expect(taken.length).toBe(1)
  for (const { value } of taken) value.release()
})
