import type { Hl7Taker } from '../hl7/index.ts'
import { addressesOf } from '../platform/addresses.ts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { isPassing } from '../platform/database.ts'
import { selectSenderAddresses } from './adt.sql.ts'
import { keepFailed, noteUnknownAddress, takeMessage } from './take-message.ts'

/**
 * Takes ADT messages, and refuses every other kind so that the sender's facility hears of it (EH-5).
 * @param origin of a job, which sees every clinic
 */
export const adtTaker = (origin: CtxOrigin): Hl7Taker => ({
  takes: () => true,
  async knows(address) {
    const senders = await withCtx(origin, selectSenderAddresses)
    return addressesOf(senders.flatMap(({ addresses }) => addresses)).has(address)
  },
  async take(message, header, address) {
    try {
      return await withCtx(origin, (ctx) => takeMessage(ctx, header, message, address))
    } catch (error) {
      if (isPassing(error as Error)) throw error
      // The same message would fail again and hold up those behind it.
      // By name and code: the error's own words may have somebody's name in them.
      const { name, code } = error as Error & { code?: string }
      origin.log.error({ name, code, event: header.event }, 'an HL7 message could not be applied')
      return withCtx(origin, (ctx) => keepFailed(ctx, header, message))
    }
  },
  noteUnknownAddress: (address) => withCtx(origin, (ctx) => noteUnknownAddress(ctx, address)),
})
