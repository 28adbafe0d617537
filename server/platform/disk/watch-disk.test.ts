import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { registry } from '../metrics.ts'
import { measureVolume } from './measure-volume.ts'
import { watchDisk } from './watch-disk.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eupnea-disk-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const watch = () => watchDisk({ dataDir, database: null, reserveBytes: 0, log: createLog('silent') })
const daysLeft = async () => /^eupnea_disk_days_left (\S+)$/m.exec(await registry.metrics())?.[1]

it('has in its metrics for how many days there is room, and +Inf while nobody can know [AN-11]', async () => {
  watch()
  expect(await daysLeft()).toBe('+Inf')
  const { size, free } = measureVolume(dataDir)
  // Twelve hours ago the volume was empty.
  const samples = [{ at: Date.now() - 12 * 3_600_000, used: 0 }]
  await writeFile(join(dataDir, `disk-${hostname()}.json`), JSON.stringify({ isFull: false, samples }))
  const { days_left } = watch().report()
  const perDay = 2 * (size - free)
  // Others write to it meanwhile.
  expect(days_left! / (free / perDay)).toBeCloseTo(1, 1)
  expect(Number(await daysLeft()) / days_left!).toBeCloseTo(1, 1)
})
