import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, listOf, noAnswer } from './fields.ts'
import { notificationKinds } from './notification-kinds.ts'
import { personChannels } from './rules/channels.ts'

/** Who has which floors, and until when (AN-7), and which channels notify a person (AN-8). */

/** hours: how long a duty may last. warnMinutes: before its end, when nobody comes after it */
export const dutyLimits = { hours: 24, warnMinutes: 15 } as const

export const duty = z.object({
  id: z.string(),
  clinic_id: z.string(),
  user_id: z.string(),
  /** name of who has it */
  name: z.string(),
  /** none: the whole facility */
  floors: z.array(z.string()),
  since: instant,
  until: instant,
})
export type Duty = z.output<typeof duty>

export const listDuties = call({
  name: 'listDuties',
  method: 'GET',
  path: '/duties',
  access: access.staff,
  summary: m.duty_list_call(),
  input: z.object({ clinic_id: id }),
  /** items: that run now */
  output: listOf(duty).extend({
    /** floors that somebody had and nobody has since then, or will have from then on; '' is a facility without floors */
    uncovered: z.array(z.object({ floor: z.string(), since: instant })),
  }),
})

export const createDuty = call({
  name: 'createDuty',
  method: 'POST',
  path: '/duties',
  access: access.staff,
  summary: m.duty_create_call(),
  input: z.object({
    clinic_id: id,
    floors: z.array(line(80)).max(100).default([]),
    until: instant,
    /** for somebody else: by who manages the facility */
    user_id: id.optional(),
  }),
  output: duty,
})

export const endDuty = call({
  name: 'endDuty',
  method: 'DELETE',
  path: '/duties/{id}',
  access: access.staff,
  summary: m.duty_end_call(),
  input: z.object({ id }),
  output: noAnswer,
})

const channelChoice = z.object({
  kind: z.enum(notificationKinds),
  severity: z.enum(['warning', 'danger']),
  channels: z.array(z.enum(personChannels)).max(personChannels.length),
})

const ownChannels = z.object({
  /** what was chosen; the rest is as contract/rules/channels.ts says */
  choices: z.array(channelChoice),
  /** ways that would reach the person now, whatever they chose */
  working: z.array(z.enum(personChannels)),
  is_on_duty: z.boolean(),
})
export type OwnChannels = z.output<typeof ownChannels>

export const readChannels = call({
  name: 'readChannels',
  method: 'GET',
  path: '/duties/channels',
  access: access.staff,
  summary: m.duty_read_channels_call(),
  input: z.object({}),
  output: ownChannels,
})

export const chooseChannels = call({
  name: 'chooseChannels',
  method: 'PUT',
  path: '/duties/channels',
  access: access.staff,
  summary: m.duty_choose_channels_call(),
  input: z.object({ choices: z.array(channelChoice).max(40) }),
  output: ownChannels,
})

export const dutyCalls = [listDuties, createDuty, endDuty, readChannels, chooseChannels]
