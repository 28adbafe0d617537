import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { duty } from './duties.ts'
import { id, instant, line } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'
import { notificationSeverities, notificationStates } from './notifications.ts'
import { flagStatusCode } from './residents.ts'
import { downtimeCauses } from './rules/downtime.ts'
import { everyFloor } from './rules/report-cells.ts'
import { type SignalState, signalNotes } from './rules/signal.ts'

/** What one shift tells the next about a floor, and who took it over (HO-1). */

/** Signals of beds where somebody has to look: not a bed that is empty, or whose resident is on leave. */
export const checkedSignals = [
  'no_breathing',
  'stuck',
  'silent',
  'clock',
  'malformed',
] as const satisfies readonly SignalState[]

/** Longest shift, hours. */
export const longestShiftHours = 24
/** Length of a shift of which only one end is given, hours. */
export const usualShiftHours = 12

/** A time span, cut to the shift. */
const span = z.object({ from: instant, until: instant })

/** A notification that had not ended when the shift did, or has not ended now if the shift goes on. */
const handoverNotification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  severity: z.enum(notificationSeverities),
  /** at the end of the shift */
  state: z.enum(notificationStates).exclude(['ended']),
  /** since when it was so: of a stop of breathing some time before staff were notified */
  raised_at: instant,
  /** of a rate: since when it has been as severe, and called so; null: since it was raised */
  became_worse_at: instant.nullable(),
  /** after the shift */
  ended_at: instant.nullable(),
  acknowledged: z.object({ by: z.string(), at: instant }).nullable(),
  snoozed: z.object({ by: z.string(), until: instant }).nullable(),
})
export type HandoverNotification = z.output<typeof handoverNotification>

const endedNotification = handoverNotification
  .pick({ id: true, title: true, severity: true, raised_at: true, became_worse_at: true })
  .extend({ ended_at: instant })
export type EndedNotification = z.output<typeof endedNotification>

/** What there is to say about a resident. */
const handoverItem = z.object({
  patient_id: z.string(),
  device_id: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  preferred_name: z.string(),
  room: z.string(),
  floor: z.string(),
  is_discharged: z.boolean(),
  /** breaths per minute: mean of the shift; null without a valid minute */
  rr_avg: z.number().nullable(),
  /** on which side of the limits the mean is; null within them */
  rr_direction: z.enum(['low', 'high']).nullable(),
  /** hours of the shift in bed, without those on leave; null without a reading */
  time_in_bed: z.number().nullable(),
  /** gravest first: open, snoozed, acknowledged */
  notifications: z.array(handoverNotification),
  /** notifications that ended in the shift, gravest first */
  ended: z.array(endedNotification),
  /** times of at least a minute, cut to the shift; `is_out` if the last one had not ended */
  out_of_bed: z.object({ spans: z.array(span), is_out: z.boolean() }),
  /** unmonitored time of the shift by cause, of at least a minute, without the facility's outages */
  downtime: z.array(z.object({ cause: z.enum(downtimeCauses), seconds: z.number() })),
  /** changed breathing that was found in the shift, or had not been dismissed by its end */
  trend: z.object({ at: instant, rate: z.number(), usual: z.number() }).nullable(),
  /** changed in the shift, or waiting for somebody: flagged, in review, escalated; if discharged, only changed */
  flag: z
    .object({ status: flagStatusCode, at: instant, by: z.string(), note: z.string(), is_new: z.boolean() })
    .nullable(),
  /** written in the shift, oldest first */
  notes: z.array(z.object({ note_id: z.string(), at: instant, by: z.string(), note: z.string() })),
  /** leave within the shift, not cut to it */
  leaves: z.array(span.extend({ reason: z.string(), is_over: z.boolean() })),
  /** signal at the end of the shift, if the sensor or the bed needs a check */
  signal: z.object({ state: z.enum(checkedSignals), since: instant, note: z.enum(signalNotes).nullable() }).nullable(),
})
export type HandoverItem = z.output<typeof handoverItem>

/** is_own: the caller did */
const takenOver = z.object({ by: z.string(), at: instant, is_own: z.boolean() })
export type TakenOver = z.output<typeof takenOver>

const handover = span.extend({
  clinic_id: z.string(),
  clinic_name: z.string(),
  /** one floor, or `all` */
  floor: z.string(),
  /** what is said holds at this instant: the end of the shift, or now while it goes on */
  as_of: instant,
  /** residents there is something to say about, by room; residents without a floor are on every floor's handover */
  items: z.array(handoverItem),
  /** active residents there is nothing to say about */
  quiet: z.number(),
  /** active residents there is nothing to say about because no sensor watched them in the shift */
  unmonitored: z.number(),
  /** when most of the facility's sensors were silent, at least a minute */
  outages: z.array(span),
  /** notifications about the facility itself */
  notifications: z.array(handoverNotification),
  taken_over: z.array(takenOver),
  /** shifts to choose from, newest first: from 07:00 and 19:00 of the facility's zone */
  shifts: z.array(span),
})
export type Handover = z.output<typeof handover>

const ofShift = {
  clinic_id: id,
  /** one floor, or `all` */
  floor: line(100).default(everyFloor),
  /**
   * [from, until), at most 24 h. By default the facility's shift whose end is nearest; with one of the two, the 12 h
   * after or before it.
   */
  from: instant.optional(),
  until: instant.optional(),
}

export const readHandover = call({
  name: 'readHandover',
  method: 'GET',
  path: '/handover',
  access: access.staff,
  summary: m.handover_read_call(),
  input: z.object(ofShift),
  output: handover,
})

export const readHandoverPdf = call({
  name: 'readHandoverPdf',
  method: 'GET',
  path: '/handover/pdf',
  access: access.staff,
  summary: m.handover_read_pdf_call(),
  input: z.object(ofShift),
  output: z.unknown(),
  carries: 'download',
})

export const takeOverShift = call({
  name: 'takeOverShift',
  method: 'POST',
  path: '/handover/taken-over',
  access: access.staff,
  summary: m.handover_take_over_call(),
  input: z.object(ofShift),
  output: z.object({
    clinic_id: z.string(),
    floor: z.string(),
    from: instant,
    until: instant,
    /** everyone who has taken over this floor and shift, earliest first */
    taken_over: z.array(takenOver),
    /** of the caller, begun by this (AN-7); null if the shift is long over, or they can't be reached outside the page */
    duty: duty.nullable(),
  }),
})

export const handoverCalls = [readHandover, readHandoverPdf, takeOverShift]
