import type { readDeviceActivity as declaration } from '@eupnea/contract/devices.ts'
import { telemetryLimits } from '@eupnea/contract/live.ts'
import { recordAudit } from '../audit/index.ts'
import { type Archive, askIn } from '../live/archive/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { deviceAnswer } from './device-answer.ts'
import { selectDevice, selectIdOfUid, selectPresentSince } from './devices.sql.ts'
import { selectMalformed } from './malformed.sql.ts'
import { malformedAnswer } from './malformed-answer.ts'
import { selectWrongKeys } from './wrong-keys.sql.ts'
import { wrongKeyDays, wrongKeysAnswer } from './wrong-keys-answer.ts'

const newest = 10

/** What a device has sent recently, for the person installing it (DE-4). Leaves out readings of an earlier resident. */
export const readDeviceActivity =
  (archive: Archive): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const found = await selectIdOfUid(ctx, input.device_uid)
    const device = found === undefined ? undefined : await selectDevice(ctx, found)
    if (!device) throw notFound('device')
    const { device_id, device_no, clinic_id, resident_id } = device
    const malformed = await selectMalformed(ctx, device_id)
    const since = await selectPresentSince(ctx, device_id)
    const stretch = { device_no, since: since?.epochMilliseconds ?? 0, until: Date.now() + telemetryLimits.aheadMs }
    const readings = await archive.open(askIn(ctx)).newest(stretch, newest)
    // Installers poll every few seconds; the audit log only needs views that concern a resident.
    if (resident_id !== null) await recordAudit(ctx, { act: 'device.read-activity', clinic_id, resident_id, device_id })
    return {
      ...deviceAnswer(device),
      malformed: malformed.map(malformedAnswer),
      wrong_keys: wrongKeysAnswer(await selectWrongKeys(ctx, device_id, wrongKeyDays)),
      readings: readings.map(({ ts, rr, dist }) => ({
        ts: Temporal.Instant.fromEpochMilliseconds(ts).toString(),
        rr,
        dist,
      })),
    }
  }
