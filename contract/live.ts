import { z } from 'zod'
import { line } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'
import { signalNotes, signalStates } from './rules/signal.ts'

/** Messages from devices and on live connections (LI-1, LI-4). */

/** Maximum readings in one telemetry message, and the bounds of each field. */
export const telemetryLimits = {
  readings: 3_600,
  payloadBytes: 1_048_576,
  rr: [0, 80],
  dist: [0, 10],
  waveHz: [1, 100],
  waveSeconds: 60,
  aheadMs: 5 * 60_000,
  behindMs: 30 * 24 * 3_600_000,
} as const

/** A device is disconnected after this much silence (LI-7). */
export const silenceMs = 90_000

/** A piece of chest displacement in millimetres, ending at the reading's ts. */
export interface Wave {
  readonly hz: number
  readonly samples: readonly number[]
}

/** One reading on the wire; checked by hand in ingest, where a schema would cost more than storing it. */
export interface Reading {
  /** end of the measured span, ms since the epoch, UTC */
  readonly ts: number
  /** breaths per minute 0..80; null: no valid value */
  readonly rr: number | null
  /** metres to the breathing chest 0..10; null: nobody; absent: nothing is said of it (WA-9) */
  readonly dist?: number | null | undefined
  /** somebody is there, at an unknown distance: an ESPHome node can say so, telemetry can't */
  readonly isThere?: true | undefined
  readonly wave?: Wave
}

/** `devices/{device_id}/status`, retained, and the last will. */
export const deviceStatus = z.object({
  online: z.boolean(),
  fw_version: line(64).optional(),
  softap_ssid: line(64).optional(),
  target_ssid: line(64).optional(),
})
export type DeviceStatus = z.output<typeof deviceStatus>

export const topics = {
  telemetry: (device: string) => `devices/${device}/telemetry`,
  status: (device: string) => `devices/${device}/status`,
  config: (device: string) => `devices/${device}/config`,
} as const

const number = z.number().nullable()

export const lastMinute = z.object({
  avg: number,
  max: number,
  min: number,
  dist_rr_avg: number,
  /** start of the minute, ISO 8601 */
  tracker_ts: z.string().nullable(),
})
export type LastMinute = z.output<typeof lastMinute>

export const emptyLastMinute: LastMinute = { avg: null, max: null, min: null, dist_rr_avg: null, tracker_ts: null }

export const rScore = z.object({ upper_score: z.number(), lower_score: z.number() })

const connection = z.literal([0, 1])

const rrMessage = z.object({
  action: z.literal('rr'),
  device_id: z.string(),
  rr: number,
  dist_rr: number,
  alert10min: z.boolean(),
  status: z.literal(1),
  rr_last_mint: lastMinute,
  /** instant of the reading by the sensor's clock, ms since the epoch: tells the value's age; that clock may be set back */
  ts: z.number(),
})

const rScoreMessage = z.object({ action: z.literal('r_score'), device_id: z.string(), r_score: rScore })

const notificationMessage = z.object({
  action: z.literal('rr_notification'),
  device_id: z.string(),
  patient_id: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** breaths per minute; null where the notification is about no rate */
  rr: z.number().nullable(),
  severity: z.enum(['warning', 'danger']),
  kind: z.enum(notificationKinds),
  is_late: z.boolean(),
})

const statusMessage = z.object({ action: z.literal('status'), device_id: z.string(), status: connection })

const waveformMessage = z.object({
  action: z.literal('waveform'),
  device_id: z.string(),
  /** instant of the first sample, ms since the epoch */
  start: z.number(),
  hz: z.number(),
  samples: z.array(z.number()).readonly(),
})

/** What is known of a monitored bed's signal (WA-1). */
export const signalAnswer = z.object({
  state: z.enum(signalStates),
  /** ms since the epoch */
  since: z.number(),
  note: z.enum(signalNotes).optional(),
  /** paused: when the leave ends, ms since the epoch (PL-6) */
  until: z.number().optional(),
})
export type SignalAnswer = z.output<typeof signalAnswer>

const signalMessage = signalAnswer.extend({ action: z.literal('signal'), device_id: z.string() })

/** State of one device in a snapshot. */
const deviceState = z.object({
  device_id: z.string(),
  patient_id: z.string().nullable(),
  rr: number,
  dist_rr: number,
  alert10min: z.boolean(),
  status: connection,
  rr_last_mint: lastMinute,
  r_score: rScore,
  /** instant of the newest reading; null before the first */
  ts: z.number().nullable(),
  /** null if the device isn't monitoring anybody */
  signal: signalAnswer.nullable(),
  /** of the sensor, metres: holds on cards while the person has chosen none (WA-9, SH-18) */
  presence_range: z.number(),
})
export type DeviceState = z.output<typeof deviceState>

const snapshotMessage = z.object({ action: z.literal('snapshot'), devices: z.array(deviceState) })

/** Something shown in lists has changed (a discharge, a new resident, a flag): fetch it again. */
const changedMessage = z.object({
  action: z.literal('changed'),
  noun: z.enum([
    'residents',
    'devices',
    'clinics',
    'notes',
    'notifications',
    'reports',
    'imports',
    'duties',
    'displays',
  ]),
  clinic_id: z.string(),
  patient_id: z.string().optional(),
  device_id: z.string().optional(),
})

/** The portal is there, even if nothing else happens (AN-9). */
const beatMessage = z.object({
  action: z.literal('beat'),
  /** ms since the epoch */
  at: z.number(),
})

export const liveMessage = z.discriminatedUnion('action', [
  rrMessage,
  rScoreMessage,
  notificationMessage,
  statusMessage,
  signalMessage,
  waveformMessage,
  snapshotMessage,
  changedMessage,
  beatMessage,
])
export type LiveMessage = z.output<typeof liveMessage>
export type RrMessage = z.output<typeof rrMessage>
export type NotificationMessage = z.output<typeof notificationMessage>
export type ChangedMessage = z.output<typeof changedMessage>

/** What a token-only connection sends; its other fields are ignored (LI-3). */
export const subscribeMessage = z.object({
  action: z.literal('subscribe'),
  device_id: line(64, 1),
})

/** Room of the connection that tells device states to administrators. */
export const clinicAdminRoom = 'CLINIC-ADMIN'

export const closeCodes = { unauthenticated: 4401, forbidden: 4403, notFound: 4404, tooSlow: 4408 } as const

/** Numbers are sent once a tick, waveforms once a short tick. Milliseconds. */
export const ticks = { numbers: 250, waveform: 40 } as const

/**
 * A beat is sent this often, and a page that has heard nothing for so long takes the connection for lost: two beats may
 * be missing, and it says so within 12 s (AN-9). Milliseconds.
 */
export const beats = { everyMs: 4_000, lostAfterMs: 9_000 } as const
