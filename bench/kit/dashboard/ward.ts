import type { CallOutput } from '@eupnea/contract/call.ts'
import type { Clinic } from '@eupnea/contract/clinics.ts'
import type { readHost } from '@eupnea/contract/hosts.ts'
import type { LastRr } from '@eupnea/contract/last-rr.ts'
import { type DeviceState, type LastMinute, type LiveMessage, ticks } from '@eupnea/contract/live.ts'
import type { Resident } from '@eupnea/contract/residents.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import type { Session } from '@eupnea/contract/sessions.ts'

/**
 * A clinic with a bed, a resident and a sensor per card. A sensor's readings depend only on its number and the instant,
 * so that every measured page gets the same kind of night.
 */

export const host: CallOutput<typeof readHost> = {
  title: 'Eupnea',
  version: '',
  inactivity_minutes: 30,
  support_email: null,
  passkey_host: null,
  sub_domain: null,
}

export const clinic: Clinic = {
  id: 'clinic-1',
  slug: 'maple-court',
  name: 'Maple Court',
  logo: null,
  tz: 'Europe/London',
  locale: 'en-GB',
  floors: ['1', '2', '3', '4', '5'],
  alert_recipients: [],
  daily_report_recipients: [],
  escalation_minutes: null,
  escalation_recipients: [],
  daily_report_time: '07:00',
  requires_consent: false,
  moves_links: false,
  ehr_integration_status: 'none',
  clinicDetail: '',
  is_demo: false,
}

export const session: Session = {
  id: 'user-1',
  name: 'Ada',
  role: 'Clinic',
  email: 'ada@example.org',
  avatar: null,
  authorized: true,
  loading: false,
  token: '',
  isSA: false,
  isAdminFeature: false,
  isClinicAdmin: false,
  admin_clinic_ids: [],
  details: { admin_id: null, user_id: 'user-1' },
  clinic_ids: [clinic.id],
  is_email_verified: true,
  is_agreement_due: false,
}

interface Bed {
  readonly number: number
  readonly deviceId: string
  readonly patientId: string
  /** mean of the resident's rate, breaths per minute */
  readonly usual: number
  /** delay of its readings, ms */
  readonly delay: number
  readonly isOut: boolean
}

const firstNames = ['Maya', 'John', 'Ada', 'Per', 'Wei', 'Inés', 'Jana', 'Luc', 'Emi', 'Nora', 'Sami']
const lastNames = ['Hughes', 'Okafor', 'Byron', 'Lindqvist', 'Zhao', 'García', 'Novak', 'Moreau', 'Sato', 'Walsh']

/** Evenly distributed 0..1, the same for the same two numbers. */
function chance(a: number, b: number): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Most breathe normally, a few per cent too slowly, fast or very fast; four per cent are up. */
function usualOf(number: number): number {
  const share = chance(number, 1)
  if (share < 0.03) return 11
  if (share < 0.06) return 24
  if (share < 0.07) return 33
  return 13.5 + 6 * chance(number, 2)
}

const pad = (number: number) => String(number).padStart(4, '0')

export function bedsOf(count: number): readonly Bed[] {
  return Array.from({ length: count }, (_, number) => ({
    number,
    deviceId: `eup-${pad(number)}`,
    patientId: `resident-${pad(number)}`,
    usual: usualOf(number),
    delay: 200 + 2_300 * chance(number, 3),
    isOut: chance(number, 4) < 0.04,
  }))
}

export function residentOf(bed: Bed): Resident {
  const { number } = bed
  const flags = [1, 1, 1, 1, 1, 1, 1, 2, 3, 1, 1, 4, 1, 1, 5] as const
  return {
    patient_id: bed.patientId,
    clinic_id: clinic.id,
    first_name: firstNames[number % firstNames.length]!,
    last_name: lastNames[number % lastNames.length]!,
    preferred_name: '',
    room: String(((number % 5) + 1) * 1_000 + Math.floor(number / 5)),
    floor: String((number % 5) + 1),
    status: 1,
    dob: '1941-03-02',
    gender: null,
    mrNo: null,
    dateOfAdmission: '2026-01-12',
    billing_information: null,
    information_file: null,
    isDocumentChanged: false,
    device_id: bed.deviceId,
    device: {
      device_id: bed.deviceId,
      device_name: `Sensor ${number + 1}`,
      device_conn_status: 1,
      device_tz: clinic.tz,
    },
    flaggedResidentNotes: { status: flags[number % flags.length]! },
    plan: limitsOf(defaultPlan),
    consent: 'given',
    is_consent_review_due: false,
    leave: null,
    updated_at: '2026-01-12T09:00:00Z',
  }
}

const minuteMs = 60_000

/** Drifts slowly over minutes with a little noise each second. @param ts ms since the epoch */
function rrAt({ number, usual, isOut }: Bed, ts: number): number | null {
  if (isOut || chance(number, Math.floor(ts / 20_000)) < 0.01) return null
  const wander = Math.sin(ts / 47_000 + number) + 0.6 * Math.sin(ts / 11_000 + 2 * number)
  return Math.round((usual + wander + chance(number, Math.floor(ts / 1_000)) - 0.5) * 10) / 10
}

const hundredths = (value: number) => Math.round(value * 100) / 100

function minuteAt(bed: Bed, ts: number): LastMinute {
  const start = Math.floor(ts / minuteMs) * minuteMs - (bed.isOut ? 10 * minuteMs : 0)
  const avg = hundredths(bed.usual + chance(bed.number, start / minuteMs) - 0.5)
  return {
    avg,
    max: avg + 1.5,
    min: avg - 1.5,
    dist_rr_avg: 0.8,
    tracker_ts: new Date(start).toISOString(),
  }
}

function scoreAt({ number }: Bed, ts: number): LastRr['rScore'] {
  const score = Math.round(60 * chance(number, Math.floor(ts / minuteMs)) ** 2)
  return number % 2 ? { upper_score: score, lower_score: 0 } : { upper_score: 0, lower_score: score }
}

export function stateOf(bed: Bed, at: number): DeviceState {
  const ts = Math.round(at - bed.delay)
  return {
    device_id: bed.deviceId,
    patient_id: bed.patientId,
    rr: rrAt(bed, ts),
    dist_rr: bed.isOut ? null : 0.8,
    alert10min: bed.usual > 30,
    status: 1,
    rr_last_mint: minuteAt(bed, ts),
    r_score: scoreAt(bed, ts),
    ts,
    signal: { state: bed.isOut ? 'away' : 'ok', since: ts },
    presence_range: 1.5,
  }
}

/** @param withGraph also minute averages of the last two hours */
export function lastRrOf(bed: Bed, at: number, withGraph: boolean): LastRr {
  const { rr, r_score, ts, ...state } = stateOf(bed, at)
  const minutes = Array.from({ length: 120 }, (_, index) => rrAt(bed, at - (120 - index) * minuteMs))
  return {
    patient_id: bed.patientId,
    device_id: bed.deviceId,
    realTimeRR: rr,
    dist_rr: state.dist_rr,
    alert10min: state.alert10min,
    device_conn_status: state.status,
    rr_last_mint: state.rr_last_mint,
    rScore: r_score,
    timeInBed: Math.round((5 + 4 * chance(bed.number, 5)) * 10) / 10,
    lastUpdated: ts,
    signal: state.signal,
    presence_range: state.presence_range,
    ...(withGraph ? { graphData: minutes } : {}),
  }
}

const ticksPerSecond = 1_000 / ticks.numbers
const ticksPerMinute = 60 * ticksPerSecond

/**
 * The portal's messages in one tick: each device once a second, its r-score once a minute.
 * @param tick counted from 0
 */
export function messagesOf(beds: readonly Bed[], tick: number, at: number): LiveMessage[] {
  const messages: LiveMessage[] = []
  for (const bed of beds) {
    if (bed.number % ticksPerSecond === tick % ticksPerSecond) {
      const { rr, dist_rr, alert10min, rr_last_mint, ts, device_id } = stateOf(bed, at)
      messages.push({ action: 'rr', device_id, rr, dist_rr, alert10min, status: 1, rr_last_mint, ts: ts! })
    }
    if (bed.number % ticksPerMinute === tick % ticksPerMinute)
      messages.push({ action: 'r_score', device_id: bed.deviceId, r_score: scoreAt(bed, at) })
  }
  return messages
}
