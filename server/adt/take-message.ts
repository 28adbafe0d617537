import { createHash } from 'node:crypto'
import { m } from '@eupnea/texts'
import { type Header, Hl7Refusal, linesOf, segmentsOf, textOf, type Verdict } from '../hl7/index.ts'
import { addressesOf } from '../platform/addresses.ts'
import type { Ctx } from '../platform/context.ts'
import {
  deleteRefused,
  hasFailedAs,
  lockSenderOf,
  noteName,
  type Sender,
  selectByControlId,
  selectSenderAddresses,
  selectUnheard,
  upsertMessage,
} from './adt.sql.ts'
import { applyAdt } from './apply-adt.ts'
import { type AdtEventRow, isTaken, readAdt } from './read-adt.ts'

const taken: Verdict = { code: 'AA', reason: '' }

/** What a message says, by which it is known when it comes again: some senders write a new MSH-7 then. */
const digestOf = ({ event }: Pick<Header, 'event'>, bytes: Buffer): Buffer =>
  createHash('sha256').update(`${event}\r`).update(linesOf(bytes).slice(1).join('\r'), 'latin1').digest()

/**
 * Takes one message in the transaction of `ctx`, once, and says how to acknowledge it after the commit (EH-5). What
 * can't be applied is kept for a person and refused, so that its sender hears of it too.
 */
export async function takeMessage(ctx: Ctx, header: Header, bytes: Buffer, address: string): Promise<Verdict> {
  const sender = await lockSenderOf(ctx, header.sender)
  if (!sender || !addressesOf(sender.addresses).has(address)) {
    const verdict: Verdict = { code: 'AR', reason: m.adt_reason_sender() }
    // Its facility may have another name in MSH-4 since, or another address.
    const its = new Set([...(await clinicsAt(ctx, address)), ...(sender ? [sender.clinic_id] : [])])
    for (const clinic_id of [...its].sort()) {
      await noteRefused(ctx, clinic_id, header, verdict)
      await noteName(ctx, clinic_id, true)
    }
    return verdict
  }
  const { clinic_id } = sender
  await noteName(ctx, clinic_id, false)
  await deleteRefused(ctx, clinic_id, unknownAddressDigest)
  if (!isTaken(header)) return noteRefused(ctx, clinic_id, header, { code: 'AR', reason: m.adt_reason_type() })
  const control_id = header.controlId
  if (!/^[\x21-\x7e]{1,200}$/.test(control_id))
    return noteRefused(ctx, clinic_id, header, { code: 'AE', reason: m.adt_reason_control_id() })
  const digest = digestOf(header, bytes)
  const before = await selectByControlId(ctx, clinic_id, control_id)
  const same = before.find((one) => one.digest.equals(digest))
  if (same && same.state !== 'failed') return taken
  if (before.some((one) => one !== same)) return keepReused(ctx, sender, header, bytes)
  return storeOutcome(ctx, sender, header, bytes, { digest, takesAll: false })
}

interface Storing {
  readonly digest: Buffer
  readonly takesAll: boolean
}

/** Applies a message and stores what became of it. */
export async function storeOutcome(
  ctx: Ctx,
  sender: Sender,
  header: Header,
  bytes: Buffer,
  { digest, takesAll }: Storing,
): Promise<Verdict> {
  const { clinic_id, tz } = sender
  const common = { clinic_id, control_id: header.controlId, digest, event: header.event }
  let row: AdtEventRow | undefined
  try {
    row = readAdt(header, segmentsOf(textOf(bytes)), tz)
    const { state, reason, resident_id } = await applyAdt(ctx, sender, row, { takesAll, control_id: header.controlId })
    const isOver = state === 'applied'
    await upsertMessage(ctx, {
      ...{ ...common, happened_at: row.happenedAt, state, reason, resident_id },
      ...(isOver ? { name: '', body: null } : { name: row.who, body: bytes }),
    })
    await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
    return taken
  } catch (error) {
    if (!(error instanceof Hl7Refusal)) throw error
    const { code, message: reason } = error
    // Some senders give it another number each time that they try again.
    if (await hasFailedAs(ctx, { clinic_id, digest, control_id: header.controlId })) return { code, reason }
    const about = { happened_at: row?.happenedAt ?? null, name: row?.who ?? '', resident_id: null }
    await upsertMessage(ctx, { ...common, ...about, state: 'failed', reason, body: bytes })
    await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
    return { code, reason }
  }
}

const clinicsAt = async (ctx: Ctx, address: string): Promise<string[]> =>
  (await selectSenderAddresses(ctx)).flatMap(({ clinic_id, addresses }) =>
    addressesOf(addresses).has(address) ? [clinic_id] : [],
  )

/** Connections from unknown addresses are one line to a facility, about the newest. */
const unknownAddressDigest = createHash('sha256').update('connection').digest()

/** Shows each facility whose sender is silent who tried to connect: its EHR may have another address now. */
export async function noteUnknownAddress(ctx: Ctx, address: string): Promise<void> {
  const values = { control_id: '', digest: unknownAddressDigest, event: '', state: 'refused', name: address }
  const received_at = Temporal.Now.instant()
  for (const clinic_id of await selectUnheard(ctx)) {
    await upsertMessage(ctx, { clinic_id, ...values, received_at, reason: m.adt_reason_address() })
    await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  }
}

/** Shows staff that such messages come, once, however many they are: nothing of what they say is kept. */
async function noteRefused(ctx: Ctx, clinic_id: string, header: Header, verdict: Verdict): Promise<Verdict> {
  const { reason } = verdict
  const kind = [...(header.type === 'ADT' ? [] : [header.type]), header.event].join('^')
  const event = /^[A-Z\d^]{1,8}$/.test(kind) ? kind : ''
  const digest = createHash('sha256').update(`${event}\r${reason}`).digest()
  const received_at = Temporal.Now.instant()
  await upsertMessage(ctx, { clinic_id, control_id: '', digest, event, received_at, state: 'refused', reason })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return verdict
}

/** A sender that begins its numbers again loses nothing: a person decides about each. */
const keepReused = (ctx: Ctx, sender: Sender, header: Header, bytes: Buffer): Promise<Verdict> =>
  keep(ctx, sender, header, bytes, { code: 'AE', reason: m.adt_reason_reused() })

/** A message that the portal itself can't apply waits for a person too. */
export async function keepFailed(ctx: Ctx, header: Header, bytes: Buffer): Promise<Verdict> {
  const sender = await lockSenderOf(ctx, header.sender)
  const verdict: Verdict = { code: 'AE', reason: m.adt_reason_ours() }
  return sender ? keep(ctx, sender, header, bytes, verdict) : verdict
}

async function keep(
  ctx: Ctx,
  { clinic_id }: Sender,
  header: Header,
  bytes: Buffer,
  verdict: Verdict,
): Promise<Verdict> {
  const about = { clinic_id, control_id: header.controlId, digest: digestOf(header, bytes), event: header.event }
  await upsertMessage(ctx, { ...about, state: 'failed', reason: verdict.reason, body: bytes })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return verdict
}
