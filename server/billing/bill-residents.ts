import type { BillingItem, BillingList, listBilling } from '@eupnea/contract/billing.ts'
import type { CallInput } from '@eupnea/contract/call.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { type BillingThresholds, codeOfPeriod } from '@eupnea/contract/rules/billing-code.ts'
import { selectFirstMinutes, selectLastMinutes } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import {
  type BilledResidentRow,
  type BilledSpan,
  selectBilledResidents,
  selectClosedEnds,
  selectDeviceNames,
} from './billing.sql.ts'
import { type BillingPeriod, periodAnswer } from './billing-period.ts'
import { countMonitored, type Monitored, sumOf } from './count-monitored.ts'

type Chosen = Pick<CallInput<typeof listBilling>, 'search' | 'code' | 'sort' | 'order' | 'page' | 'page_size'>

/** A resident of the list; times are filled in only for the page shown. */
interface Line {
  readonly item: Omit<BillingItem, 'startTime' | 'endTime'>
  readonly monitored: Monitored
}

/**
 * Everyone with a device of the clinic in the period, including people without readings, discharged since, or
 * readmitted; deleted residents are left out (BI-1, BI-2).
 */
export async function billResidents(
  ctx: Ctx,
  clinic_id: string,
  period: BillingPeriod,
  chosen: Chosen,
  thresholds: BillingThresholds,
): Promise<BillingList> {
  const monitored = await countMonitored(ctx, clinic_id, period.days)
  const residents = await selectBilledResidents(ctx, clinic_id, [...monitored.keys()])
  const names = await selectDeviceNames(
    ctx,
    [...monitored.values()].map(({ spans }) => spans.at(-1)!.device_id),
  )
  const all = residents.map((resident) =>
    lineOf(resident, monitored.get(resident.resident_id)!, period, names, thresholds),
  )
  const lines = sorted(all.filter(isChosen(chosen)), chosen)
  const { offset, limit } = pageOf(chosen)
  return {
    items: await withTimes(ctx, lines.slice(offset, offset + limit)),
    pagination: paginationOf(chosen, { total: lines.length }),
    period: periodAnswer(period),
    totals: totalsOf(lines),
  }
}

function lineOf(
  resident: BilledResidentRow,
  monitored: Monitored,
  { days }: BillingPeriod,
  names: ReadonlyMap<string, string>,
  thresholds: BillingThresholds,
): Line {
  const { first_name, last_name } = resident
  const { device_id } = monitored.spans.at(-1)!
  const isValid = monitored.n_rr.map((minutes) => minutes > 0)
  const item = {
    id: resident.resident_id,
    deviceId: device_id,
    device_name: names.get(device_id) ?? device_id,
    mrNo: resident.mr_no,
    resident_name: residentName(resident),
    firstName: first_name,
    lastName: last_name,
    dob: resident.dob,
    dateOfAdmission: resident.date_of_admission,
    faceSheet: resident.information_file,
    date: days[0]!.date,
    dataPoints: sumOf(monitored.n),
    validDataPoints: sumOf(monitored.n_rr),
    n_days: isValid.filter(Boolean).length,
    totalDays: days.length,
    cptCode: codeOfPeriod(isValid, thresholds),
  }
  return { item, monitored }
}

/** The call's search and code as a filter. */
function isChosen({ search, code }: Chosen): (line: Line) => boolean {
  const part = search?.toLocaleLowerCase('en-GB') ?? ''
  return ({ item }) => {
    if (code && (item.cptCode ?? 'none') !== code) return false
    const { resident_name, lastName, firstName, mrNo, device_name } = item
    return [resident_name, `${lastName} ${firstName}`, mrNo ?? '', device_name].some((text) =>
      text.toLocaleLowerCase('en-GB').includes(part),
    )
  }
}

/** Lines arrive sorted by name, and equal ones keep that order. */
function sorted(lines: readonly Line[], { sort, order }: Chosen): readonly Line[] {
  const ordered = sort === 'name' ? lines : lines.toSorted((a, b) => a.item[sort] - b.item[sort])
  return order === 'asc' ? ordered : ordered.toReversed()
}

function totalsOf(lines: readonly Line[]): BillingList['totals'] {
  const items = lines.map(({ item }) => item)
  const withCode = (code: BillingItem['cptCode']) => items.filter(({ cptCode }) => cptCode === code).length
  return {
    residents: items.length,
    dataPoints: sumOf(items.map(({ dataPoints }) => dataPoints)),
    validDataPoints: sumOf(items.map(({ validDataPoints }) => validDataPoints)),
    n_days: sumOf(items.map(({ n_days }) => n_days)),
    codes: { '99445': withCode('99445'), '99454': withCode('99454'), none: withCode(null) },
  }
}

type AtMinute = { readonly minute: Temporal.Instant }
const newestFirst = (a: AtMinute, b: AtMinute): number => Temporal.Instant.compare(b.minute, a.minute)

/** Adds the start of the first minute and the end of the last. */
async function withTimes(ctx: Ctx, lines: readonly Line[]): Promise<BillingItem[]> {
  const heard = lines.filter(({ item }) => item.dataPoints > 0)
  const spans: BilledSpan[] = heard.flatMap(({ monitored }) => monitored.spans)
  const firsts = new Map<string, Temporal.Instant>()
  const lasts = new Map<string, Temporal.Instant>()
  if (spans.length > 0) {
    const closed = await selectClosedEnds(ctx, spans)
    const begins = [...(await selectFirstMinutes(ctx, spans)), ...closed]
    const ends = [...(await selectLastMinutes(ctx, spans)), ...closed]
    // Of a resident's minutes, the oldest and the newest are set last.
    for (const { index, minute } of begins.toSorted(newestFirst)) firsts.set(spans[index]!.resident_id, minute)
    for (const { index, minute } of ends.toSorted(newestFirst).toReversed())
      lasts.set(spans[index]!.resident_id, minute.add({ minutes: 1 }))
  }
  return lines.map(({ item }) => ({
    ...item,
    startTime: firsts.get(item.id)?.toString() ?? null,
    endTime: lasts.get(item.id)?.toString() ?? null,
  }))
}
