import type { DeviceStatus } from '@eupnea/contract/live.ts'
import { countMalformed, noteDeviceStatus } from './devices/index.ts'
import { type Archive, createArchive, readOldMinutesFrom } from './live/archive/index.ts'
import { Channels, Fanout } from './live/fanout/index.ts'
import { createIngest, type Ingest, judgeSilence, tendBeds } from './live/ingest/index.ts'
import { keepState, LiveState, type StateKeeper } from './live/state/index.ts'
import { sensorOutages } from './notifications/index.ts'
import type { FileStore } from './platform/file-store.ts'
import { startElection } from './platform/leader.ts'
import type { Base } from './start-base.ts'

export interface Live {
  readonly archive: Archive
  readonly state: LiveState
  readonly keeper: StateKeeper
  readonly ingest: Ingest
  readonly channels: Channels
  readonly fanout: Fanout
}

/** Starts what takes readings in, knows each bed's state, and sends both to whoever watches. */
export async function startLive(
  { config, log, ops, onStop, connection, databases, samplesPool, job, jobOrigin, bus, events }: Base,
  files: FileStore,
): Promise<Live> {
  const state: LiveState = new LiveState(() => events.caughtUp().then(() => keeper.settled()))
  const channels = new Channels()
  const archive = createArchive(files, log)
  readOldMinutesFrom(archive, databases)
  const tender = tendBeds({
    ...{ pool: samplesPool, archive, state, log },
    quietMs: config.NO_READINGS_MINUTES * 60_000,
    outages: sensorOutages(jobOrigin('watch-sensors')),
  })
  onStop(() => tender.close())
  const ingest = createIngest({
    ...{ pool: samplesPool, archive, state, log },
    happen: tender.happen,
    missed: (deviceId) => keeper.missed(deviceId),
    isDiskFull: () => ops.disk.isFull,
    late: (bed) => keeper.late(bed),
    retention: { readingsDays: config.RETENTION_READINGS_DAYS, minutesDays: config.RETENTION_MINUTES_DAYS },
    writeMalformed: (counts) => job('count-malformed', (ctx) => countMalformed(ctx, counts)),
    writeStatus: (deviceId: string, status: DeviceStatus) =>
      job('note-device-status', (ctx) => noteDeviceStatus(ctx, deviceId, status)),
  })
  await ingest.keepPartitions()
  const keeper = await keepState(state, samplesPool, log, tender.happen)
  onStop(() => keeper.close())
  const judge = startElection({ connection, name: 'watch', log, begin: () => judgeSilence(tender) })
  onStop(() => judge.close())
  const fanout = new Fanout(state, channels, bus, events)
  onStop(() => fanout.close())
  const recover = () => void keeper.reload().then(() => fanout.resend())
  events.onResume(recover)
  bus.onResume(recover)
  return { archive, state, keeper, ingest, channels, fanout }
}
