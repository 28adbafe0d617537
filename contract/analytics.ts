import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { instant, noAnswer } from './fields.ts'

/** Usage counts, without third parties or personal data (AP-4, SH-6). */

/** Patterns of all pages; any other address counts as `/404`. */
export const pageRoutes = [
  '/',
  '/dashboard',
  '/facility/manage',
  '/facility/add',
  '/facility/edit/$slug',
  '/facility/settings/$slug',
  '/facility/profile/$slug',
  '/users/manage',
  '/users/add',
  '/users/edit/$slug',
  '/users/profile/$slug',
  '/devices/manage',
  '/group/manage',
  '/group/add',
  '/group/edit/$slug',
  '/audit',
  '/service-accounts',
  '/outbox',
  '/usage',
  '/privacy',
  '/deidentified-exports',
  '/directory',
  '/account',
  '/clinic/profile',
  '/clinic/residents',
  '/clinic/rooms',
  '/clinic/inventory',
  '/clinic/notifications',
  '/clinic/handover',
  '/clinic/alerts',
  '/clinic/duty',
  '/clinic/notes',
  '/clinic/billing',
  '/clinic/eligibility',
  '/clinic/ehr',
  '/clinic/wall',
  '/clinic/reports',
  '/clinic/reports/resident',
  '/clinic/reports/downtime',
  '/clinic/NotFound',
  '/patient/profile/$patient_id',
  '/patient/profile/$patient_id/$device_id',
  '/n/$token',
  '/admin/reports',
  '/display',
  '/user/login',
  '/user/forgot',
  '/user/directory',
  '/user/pp',
  '/pp',
  '/404',
] as const
export type PageRoute = (typeof pageRoutes)[number]

export const eventNames = ['page_view', 'sign_out', 'inactivity', 'theme_change', 'presence_change'] as const

export const trackEvents = call({
  name: 'trackEvents',
  method: 'POST',
  path: '/analytics/events',
  access: access.public,
  summary: m.usage_track_call(),
  input: z.object({
    events: z
      .array(z.object({ name: z.enum(eventNames), route: z.enum(pageRoutes) }))
      .min(1)
      .max(50),
  }),
  output: noAnswer,
})

export const readUsage = call({
  name: 'readUsage',
  method: 'GET',
  path: '/analytics/usage',
  access: access.superadmin,
  summary: m.usage_read_call(),
  input: z.object({ from: instant.optional(), until: instant.optional() }),
  output: z.object({
    items: z.array(
      z.object({ day: z.string(), name: z.string(), route: z.string(), role: z.string(), count: z.number() }),
    ),
  }),
})

export const analyticsCalls = [trackEvents, readUsage]
