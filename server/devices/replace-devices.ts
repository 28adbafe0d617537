import type { CallInput } from '@eupnea/contract/call.ts'
import type { replaceDevices as declaration, Replacement } from '@eupnea/contract/devices.ts'
import { recordAudits } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { closeAssignment, insertAssignment, lockResident, selectResidentsOf } from './assignments.sql.ts'
import { lockDevices, selectNames } from './devices.sql.ts'
import { moveToStock, selectIdsOfUids, selectReplacing, swapPlaces } from './inventory.sql.ts'
import { type Plan, planReplacement, type ReplacementFacts } from './plan-replacement.ts'
import { tellDevices } from './tell-devices.ts'

type Line = CallInput<typeof declaration>['data'][number]
type Replace = Extract<Plan, { kind: 'replace' }>

/**
 * New devices take over resident, name and place of old ones, which go into stock (DE-2): all or none. With `retry`,
 * lines that are already done are skipped, and every other line succeeds or fails on its own.
 * @throws 409 or 404 whose field names the line: `data.3.new_device_id`
 */
export const replaceDevices: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, data, retry } = input
  await clinicOf(ctx, clinic_id)
  const uids = data.flatMap(({ new_device_id, new_device_uid = '' }) => (new_device_id ? [] : [new_device_uid]))
  const idOfUid = await selectIdsOfUids(ctx, uids)
  const newIds = data.map((line) => line.new_device_id ?? idOfUid.get(line.new_device_uid ?? ''))
  const facts = await lockAll(ctx, clinic_id, data, newIds)
  const used = new Set<string>()
  const plans = data.map(({ old_device_id }, line) => {
    const plan = planReplacement(facts, old_device_id, newIds[line], used)
    if (plan.kind === 'replace') for (const id of [plan.old.id, plan.new_id]) used.add(id)
    return plan
  })
  if (!retry) for (const [line, plan] of plans.entries()) if (plan.kind !== 'replace') throw inLine(plan, line)
  const todo = plans.filter((plan): plan is Replace => plan.kind === 'replace')
  await replaceAll(ctx, clinic_id, todo)
  const items = plans.map((plan, line) => answerOf(plan, data[line]!, newIds[line]))
  return { items, total_records: items.length }
}

/** Locks residents before devices, each in a fixed order, as assigning and discharging do. */
async function lockAll(
  ctx: Ctx,
  clinic_id: string,
  data: readonly Line[],
  newIds: readonly (string | undefined)[],
): Promise<ReplacementFacts> {
  const ids = [...new Set([...data.map((line) => line.old_device_id), ...newIds.filter((id) => id !== undefined)])]
  const before = await selectResidentsOf(ctx, ids)
  const lockedResidents = new Set(before.map(({ resident_id }) => resident_id).sort())
  for (const resident_id of lockedResidents) await lockResident(ctx, resident_id)
  const devices = new Map((await lockDevices(ctx, ids)).map((device) => [device.id, device]))
  const residents = new Map((await selectResidentsOf(ctx, ids)).map((holder) => [holder.device_id, holder]))
  const replacing = await selectReplacing(ctx, ids)
  const replacers = [...devices.values()].flatMap(({ replaced_by }) => replaced_by ?? [])
  const names = await selectNames(ctx, replacers)
  return { clinic_id, devices, residents, lockedResidents, replacing, names }
}

async function replaceAll(ctx: Ctx, clinic_id: string, todo: readonly Replace[]): Promise<void> {
  if (todo.length === 0) return
  for (const { old, resident_id } of todo) if (resident_id !== null) await closeAssignment(ctx, old.id, resident_id)
  await moveToStock(
    ctx,
    todo.map(({ old }) => old.id),
  )
  for (const { old, new_id, resident_id } of todo) {
    await swapPlaces(ctx, old, new_id, clinic_id)
    if (resident_id !== null) await insertAssignment(ctx, { clinic_id, device_id: new_id, resident_id })
  }
  await recordAudits(
    ctx,
    todo.map(({ old, new_id: by, resident_id }) => ({
      act: 'device.replace',
      clinic_id,
      resident_id,
      device_id: old.id,
      detail: { by },
    })),
  )
  const [only] = todo
  if (todo.length > 1 || !only) return tellDevices(ctx, clinic_id)
  const patient = only.resident_id === null ? {} : { patient_id: only.resident_id }
  await tellDevices(ctx, clinic_id, { device_id: only.old.id, ...patient })
  await tellDevices(ctx, clinic_id, { device_id: only.new_id, ...patient })
}

function inLine(plan: Exclude<Plan, Replace>, line: number): PortalError {
  const { code, message, title } = plan.error
  const field = plan.kind === 'refused' ? plan.field : 'old_device_id'
  return new PortalError(plan.error.status === 404 ? 404 : 409, code, message, {
    title,
    field: `data.${line}.${field}`,
  })
}

const answerOf = (plan: Plan, { old_device_id }: Line, new_device_id: string | undefined): Replacement => ({
  old_device_id,
  new_device_id: new_device_id ?? null,
  status: plan.kind === 'refused' ? 'error' : 'success',
  was_done: plan.kind === 'done',
  message: plan.kind === 'refused' ? plan.error.message : null,
})
