import { z } from 'zod'
import { instant } from './fields.ts'

/** Outputs of the calls about members. */

/** User types that are members: people who look at their own nights. */
export const memberTypes = ['member', 'home_health_patient'] as const

/**
 * A night is that of `nights.ts`: from 18:00 to 12:00 by the clinic's clock, with the date of its evening. Members and
 * their providers see it once it is over (EA-7). With at least this many hours in bed, it counts as a sleep session.
 */
export const sessionHours = 3

/** One night: hours in bed, breaths per minute. */
export const night = z.object({
  /** the day on whose evening it began, YYYY-MM-DD */
  date: z.string(),
  time_in_bed: z.number(),
  /** null without a valid value */
  rr_avg: z.number().nullable(),
  rr_min: z.number().nullable(),
  rr_max: z.number().nullable(),
})
export type Night = z.output<typeof night>

/** admin: assigned, may share, assign and revoke; coach: shared with, reads only. */
const linkKinds = ['admin', 'coach'] as const
const linkKind = z.enum(linkKinds)

export const member = z.object({
  user_uid: z.string(),
  /** the member's role group */
  group: z.enum(memberTypes),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** 1 may sign in, 0 is disabled */
  status: z.number(),
  created_at: instant,
  /** how the caller is linked; null for callers who see every member, and for the member */
  link: linkKind.nullable(),
  /** whether they are linked to a resident */
  is_linked: z.boolean(),
  /** the resident; null if the caller doesn't see every clinic */
  patient_id: z.string().nullable(),
  clinic_name: z.string().nullable(),
  /** the clinic's zone; null without a resident */
  tz: z.string().nullable(),
  /** 1 connected, 0 not; null without a device */
  device_conn_status: z.literal([0, 1]).nullable(),
  /** the newest night that is over; null without data */
  last_night: night.nullable(),
})
export type Member = z.output<typeof member>

export const linkedProvider = z.object({
  provider_id: z.string(),
  name: z.string(),
  email: z.string(),
  kind: linkKind,
  linked_at: instant,
})
export type LinkedProvider = z.output<typeof linkedProvider>

/** How a night compares with the person's own nights before. */
const comparisons = ['less', 'usual', 'more'] as const
export type Comparison = (typeof comparisons)[number]
/** null: not enough was measured, of this night or before it */
const comparison = z.enum(comparisons).nullable()

/** A night in numbers that can be said in words (EA-7). */
export const nightSummary = z.object({
  /** the day on whose evening it began, YYYY-MM-DD */
  date: z.string(),
  /** hours of the night of which anything was measured, and how long it was */
  hours_measured: z.number(),
  hours: z.number(),
  /** hours in bed, and what is usual */
  in_bed: z.object({ hours: z.number(), usual: z.number().nullable(), compared: comparison }),
  /** times that the person left the bed and came back, and what is usual; null where nobody knows whether they did */
  ups: z.object({ times: z.number(), usual: z.number().nullable(), compared: comparison }).nullable(),
  /** breaths per minute in bed, null without a valid one, and the range that is usual */
  rate: z.object({
    mean: z.number().nullable(),
    usual: z.object({ low: z.number(), high: z.number() }).nullable(),
    compared: comparison,
  }),
})
export type NightSummary = z.output<typeof nightSummary>

/** An invitation from a member to look at their nights, as its receiver sees it. */
export const receivedInvitation = z.object({
  user_uid: z.string(),
  member_name: z.string(),
  member_email: z.string(),
  invited_at: instant,
  expires_at: instant,
})

export const invitation = z.object({
  provider_id: z.string(),
  provider_name: z.string(),
  provider_email: z.string(),
  /** as the Provider typed them */
  member_id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  invited_at: instant,
  expires_at: instant,
})
