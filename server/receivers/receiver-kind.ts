import type { Act, actVerbs } from '@eupnea/contract/audit.ts'
import type { Receiver, ReceiverDelivery } from '@eupnea/contract/receivers.ts'
import type { DB } from '@eupnea/db/types.ts'
import type { Insertable } from 'kysely'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import {
  deliveryAnswer,
  failDeliveriesTo,
  lastOf,
  selectDeliveriesTo,
  selectLastDeliveriesTo,
} from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import type { PortalError } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import {
  deleteReceiver,
  insertReceiver,
  type ReceiverRow,
  type ReceiverTable,
  selectReceiver,
  selectReceivers,
} from './receivers.sql.ts'

interface Kind<T extends ReceiverTable, Noun extends 'webhook' | 'nurse-call', Own> {
  readonly table: T
  /** in the audit log */
  readonly noun: Noun
  /** per clinic, because each gets each notification */
  readonly most: number
  tooMany(most: number): PortalError
  unknown(): PortalError
  /** why what still waits for it isn't sent */
  deleted(): string
  /** what the audit log calls it */
  calledOf(row: ReceiverRow<T>): Record<string, string>
  /** what answers say of this kind alone, without secrets */
  ownOf(row: ReceiverRow<T>): Own
}

type Given<I> = { readonly ctx: Ctx; readonly input: Readonly<I> }
type Paging = { page: number; page_size: number }
type Listed<A> = { items: A[]; pagination: Paging & { total_records: number } }

/** What is done with other systems that hear of a clinic's notifications, whichever way (AN-12, EH-5). */
export function receiverKind<T extends ReceiverTable, Noun extends 'webhook' | 'nurse-call', Own>(
  kind: Kind<T, Noun, Own>,
) {
  type Row = ReceiverRow<T>
  type Answer = Omit<Own, keyof Receiver> & Receiver
  const { table, noun } = kind
  const idName = `${noun.replace('-', '_')}_id`

  /** @param more of the detail */
  const record = (ctx: Ctx, verb: (typeof actVerbs)[Noun][number], row: Row, more = {}): Promise<void> => {
    const detail = { [idName]: row.id, ...kind.calledOf(row), ...more }
    return recordAudit(ctx, { act: `${noun}.${verb}` as Act, clinic_id: row.clinic_id, detail })
  }

  /** @throws 404, also for one outside the actor's scope (FA-4) */
  const of = async (ctx: Ctx, id: string): Promise<Row> => {
    const row = await selectReceiver(ctx, table, id)
    if (!row) throw kind.unknown()
    return row
  }

  /** Rows as the contract says them, each with its newest delivery. */
  const answers = async (ctx: Ctx, rows: readonly Row[]): Promise<Answer[]> => {
    const ids = rows.map(({ id }) => id)
    const last = await selectLastDeliveriesTo(ctx, ids)
    return rows.map((row) => ({
      id: row.id,
      clinic_id: row.clinic_id,
      ...kind.ownOf(row),
      kinds: row.kinds as Receiver['kinds'],
      created_at: row.created_at.toString(),
      last: lastOf(last.get(row.id)),
    }))
  }

  return {
    of,
    record,
    answer: async (ctx: Ctx, row: Row): Promise<Answer> => (await answers(ctx, [row]))[0]!,
    find: (ctx: Ctx, id: string): Promise<Row | undefined> => selectReceiver(ctx, table, id),

    /** @throws 404, 409 when there are too many */
    async add(ctx: Ctx, values: Insertable<DB[T]> & { readonly clinic_id: string }): Promise<Row> {
      await clinicOf(ctx, values.clinic_id)
      const row = await insertReceiver(ctx, table, values, kind.most)
      if (!row) throw kind.tooMany(kind.most)
      await record(ctx, 'create', row)
      return row
    },

    /** A clinic's, oldest first, each with its newest delivery. @throws 404 */
    async list({ ctx, input }: Given<Paging & { clinic_id: string }>): Promise<Listed<Answer>> {
      const { clinic_id } = input
      await clinicOf(ctx, clinic_id)
      const { rows, ...total } = await selectReceivers(ctx, table, clinic_id, pageOf(input))
      return { items: await answers(ctx, rows), pagination: paginationOf(input, total) }
    },

    /** What one was sent, newest first, and what became of it. @throws 404 */
    async listDeliveries({ ctx, input }: Given<Paging & { id: string }>): Promise<Listed<ReceiverDelivery>> {
      const { id, page } = input
      const { clinic_id } = await of(ctx, id)
      const { rows, ...total } = await selectDeliveriesTo(ctx, id, pageOf(input))
      await recordAudit(ctx, { act: `${noun}.list-deliveries`, clinic_id, detail: { [idName]: id, page } })
      return { items: rows.map(deliveryAnswer), pagination: paginationOf(input, total) }
    },

    /** Removes its address; what it was sent stays with the notifications. @throws 404 */
    async remove({ ctx, input }: Given<{ id: string }>): Promise<Record<string, never>> {
      const row = await deleteReceiver(ctx, table, input.id)
      if (!row) throw kind.unknown()
      await failDeliveriesTo(ctx, row.id, kind.deleted())
      await record(ctx, 'delete', row)
      return {}
    },
  }
}
