import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { date, id, pagination, paging, search } from './fields.ts'
import { billingCodes } from './rules/billing-code.ts'

/** Longest period of a billing list, days. */
export const longestBillingDays = 92

/** A resident's measured minutes and days in a period (specification section 3). */
const billingItem = z.object({
  /** the resident's id */
  id: z.string(),
  /** the device used in the period; if several, the newest */
  deviceId: z.string(),
  device_name: z.string(),
  mrNo: z.string().nullable(),
  resident_name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** YYYY-MM-DD */
  dob: z.string().nullable(),
  dateOfAdmission: z.string().nullable(),
  /** name of the face sheet's file */
  faceSheet: z.string().nullable(),
  /** first day of the period, YYYY-MM-DD in the clinic's zone */
  date: z.string(),
  /** start of the first minute with a reading and end of the last one, ISO 8601; null without any */
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  /** minutes with any reading, and with a valid rr */
  dataPoints: z.number(),
  validDataPoints: z.number(),
  /** days with at least one valid minute, and all days of the period, in the clinic's zone */
  n_days: z.number(),
  totalDays: z.number(),
  /** CPT code of the 30-day rule; null: none */
  cptCode: z.enum(billingCodes).nullable(),
})
export type BillingItem = z.output<typeof billingItem>

/** First and last day of a period in the clinic's zone, both included. */
const billedPeriod = z.object({
  start: z.string(),
  end: z.string(),
  totalDays: z.number(),
  /** the clinic's zone */
  timezone: z.string(),
})

const billingMonth = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/, m.billing_not_month())

/** A month (YYYY-MM), or `start` to `end`, both included; with only one of them, the 30 days from or up to it. */
const chosenPeriod = { month: billingMonth.optional(), start: date.optional(), end: date.optional() }

export const billingSorts = ['name', 'n_days', 'validDataPoints'] as const

const chosenResidents = {
  /** part of a name, a medical record number or a device's name */
  search,
  code: z.enum([...billingCodes, 'none']).optional(),
  sort: z.enum(billingSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...paging,
}

const billingList = z.object({
  items: z.array(billingItem),
  pagination,
  period: billedPeriod,
  /** of all matching residents, not just this page */
  totals: z.object({
    residents: z.number(),
    dataPoints: z.number(),
    validDataPoints: z.number(),
    n_days: z.number(),
    /** number of residents by code */
    codes: z.object({ '99445': z.number(), '99454': z.number(), none: z.number() }),
  }),
})
export type BillingList = z.output<typeof billingList>

export const listBilling = call({
  name: 'listBilling',
  method: 'GET',
  path: '/billing',
  access: access.staff,
  summary: m.billing_list_call(),
  input: z.object({ clinic_id: id, ...chosenPeriod, ...chosenResidents }),
  output: billingList,
})

export const listClinicMonthlyBilling = call({
  name: 'listClinicMonthlyBilling',
  method: 'GET',
  path: '/billing/monthly',
  access: access.staff,
  summary: m.billing_list_month_call(),
  input: z.object({ clinic_id: id, month: billingMonth.optional(), ...chosenResidents }),
  output: billingList,
})

const billingDay = z.object({
  /** the clinic's day, YYYY-MM-DD */
  date: z.string(),
  dataPoints: z.number(),
  validDataPoints: z.number(),
  /** at any time of the day so far (PL-6) */
  is_on_leave: z.boolean(),
})
export type BillingDay = z.output<typeof billingDay>

export const listBillingDays = call({
  name: 'listBillingDays',
  method: 'GET',
  path: '/billing/days',
  access: access.staff,
  summary: m.billing_days_call(),
  input: z.object({ patient_id: id, ...chosenPeriod }),
  output: z.object({
    items: z.array(billingDay),
    period: billedPeriod,
    n_days: z.number(),
    cptCode: billingItem.shape.cptCode,
  }),
})

export const billingCalls = [listBilling, listClinicMonthlyBilling, listBillingDays]
