import { z } from 'zod'
import { instant } from './fields.ts'

/** Outputs of the calls about members. */

/** User types that are members: people who look at their own nights. */
export const memberTypes = ['member', 'home_health_patient'] as const

/**
 * A night runs from noon to noon in the clinic's zone and is dated by its end. With at least this many hours in bed, it
 * counts as a sleep session.
 */
export const sessionHours = 3

/** One night: hours in bed, breaths per minute. */
export const night = z.object({
  /** YYYY-MM-DD on which it ends */
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
  /** the night that ended today or is in progress; null without data */
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
export type Invitation = z.output<typeof invitation>
