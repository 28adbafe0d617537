import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { listAllDevices } from '@eupnea/contract/devices.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCatalog } from '../../server/platform/backup/continuous/catalog.ts'
import { createFolderVault } from '../../server/platform/backup/continuous/folder-vault.ts'
import { type SpawnedPortal, secretKey, spawnPortal, temporaryFolder, unconfigured } from '../kit/spawn-portal.ts'
import { createWard, type Ward } from '../kit/ward.ts'
import { type JournalDevice, journalDevice } from './journal-device.ts'
import { signalPostgres } from './kill-postgres.ts'
import { compareRaw, readRaw } from './read-back.ts'

/** The disk is gone in the middle of the work: a continuous backup brings back all but a minute (AR-5). */

const env = { SECRET_KEY: secretKey }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal | undefined
let ward: Ward
let devices: JournalDevice[] = []
let keeper: ReturnType<typeof spawn> | undefined
const dataDir = (name: string) => join(folder.path, name)
const vault = () => createFolderVault(dataDir('vault'))

const environmentOf = (name: string) => ({ ...process.env, ...unconfigured, ...env, DATA_DIR: dataDir(name) })
const restore = (name: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['tools/restore.ts', dataDir('vault'), ...words], { env: environmentOf(name) })

beforeAll(async () => {
  folder = await temporaryFolder()
  portal = await spawnPortal({ dataDir: dataDir('first'), env })
  ward = await createWard(portal, 'Lost', 5)
  const { port } = new URL(portal.mqtt)
  devices = ward.beds.map((bed) => journalDevice(bed, Number(port)))
})
afterAll(async () => {
  keeper?.kill('SIGKILL')
  for (const device of devices) device.close()
  await portal?.kill()
  await folder.remove()
})

/** One reading of each device, rates in steps that are exact in float32. */
const sendAll = (index: number) => {
  for (const device of devices) device.send({ ts: Date.now(), rr: 12 + (index % 32) / 4, dist: 0.75 })
}

/** A reading takes some time from when it was measured to its commit, ms. */
const commitMs = 5_000

const untilOf = async () => Date.parse((await readCatalog(vault()))?.until ?? '1970-01-01T00:00:00Z')

test('the disk is lost under load: what is older than a minute comes back, and any instant before [AR-5]', async () => {
  const words = ['tools/backup.ts', '--continuous', dataDir('vault')]
  keeper = spawn(process.execPath, words, { env: environmentOf('first'), stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: keeper.stdout! })
  await once(lines, 'line')
  let sent = 0
  const load = setInterval(() => sendAll(sent++), 100)
  // Two rounds beside the load, so that the log is fetched in parts.
  const first = await untilOf()
  await expect.poll(untilOf, { timeout: 60_000, interval: 200 }).toBeGreaterThan(Math.max(first, Date.now() - 10_000))
  const middle = await untilOf()
  await expect.poll(untilOf, { timeout: 60_000, interval: 200 }).toBeGreaterThan(middle)
  await expect.poll(() => devices.every(({ acknowledged }) => acknowledged > 20)).toBe(true)
  clearInterval(load)
  await Promise.all(devices.map((device) => device.drained()))
  const lostAt = Date.now()
  await portal!.kill()
  signalPostgres(dataDir('first'), 'SIGKILL')
  keeper.kill('SIGKILL')
  await once(keeper, 'exit')
  for (const device of devices) device.close()
  await rm(dataDir('first'), { recursive: true, force: true })

  expect((await restore('first', '--drill')).stdout).toContain('The backup is good.')
  const until = await untilOf()
  expect(lostAt - until).toBeLessThan(60_000)
  expect((await restore('second', '--to', 'latest')).stdout).toContain('Restored as of')
  portal = await spawnPortal({ dataDir: dataDir('second'), env })
  expect((await portal.send(listAllDevices, { clinic_id: ward.clinic_id })).items).toHaveLength(5)
  for (const device of devices) {
    const stored = await readRaw(portal, device.id)
    const expected = device.expected()
    // Everything up to then, in order, and nothing twice; what came after may be there too.
    const kept = expected.filter(({ ts }) => ts < until - commitMs || stored.some((one) => one.ts === ts))
    expect(kept.length).toBeGreaterThan(20)
    expect(compareRaw(kept, stored)).toEqual([])
  }
  await portal.stop()

  // Half way through what was sent.
  const sentAt = devices[0]!.expected().map(({ ts }) => ts)
  const before = sentAt.filter((ts) => ts < until)
  const half = before[before.length >> 1]!
  const base = Date.parse((await readCatalog(vault()))!.bases[0]!.ended_at)
  const to = Math.max(half, base + 1_000)
  await restore('third', '--to', new Date(to).toISOString())
  portal = await spawnPortal({ dataDir: dataDir('third'), env })
  const there = (await readRaw(portal, devices[0]!.id)).map(({ ts }) => ts)
  const isCommitted = (ts: number) => ts < to - commitMs
  expect(there.filter(isCommitted)).toEqual(sentAt.filter(isCommitted))
  expect(there.every((ts) => ts <= to)).toBe(true)
  expect(there.length).toBeLessThan(sentAt.length)
  await expect(restore('third', '--to', 'latest')).rejects.toThrow('is not empty')
  await expect(restore('fourth', '--to', new Date(Date.now() + 60_000).toISOString())).rejects.toThrow('reaches until')
}, 240_000)
