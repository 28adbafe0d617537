import { addressGroup } from '../platform/address-group.ts'
import type { CountedLog } from '../platform/log-refusals.ts'
import { acknowledgement, batchOf, type Verdict } from './acknowledgement.ts'
import { type Header, Hl7Refusal, headerOf, messagesIn } from './message.ts'

/** Handles messages of one kind. */
export interface Hl7Taker {
  /** whether a message is of its kind */
  takes(header: Header): boolean
  /** whether messages may come from this address */
  knows(address: string): Promise<boolean>
  /**
   * What it does is committed when it returns.
   * @throws Hl7Refusal; anything else closes the connection, so that the sender sends again
   */
  take(message: Buffer, header: Header, address: string): Promise<Verdict>
  /** someone has tried to connect from an address that no taker knows */
  noteUnknownAddress?(address: string): Promise<void>
}

/** in one frame: each is a transaction */
const mostMessages = 5_000

/**
 * Takes the messages of a frame, one after the other.
 * @returns an acknowledgement for each, or one for a whole batch
 */
export function createAnswers(
  takers: readonly Hl7Taker[],
  counted: CountedLog,
): (frame: Buffer, address: string) => Promise<readonly string[]> {
  /** A sender that keeps sending what is refused would fill the log. */
  const noteRefused = (address: string, reason: string): void =>
    counted.note(
      `${addressGroup(address)} ${reason}`,
      { address, reason },
      { first: 'an HL7 message was refused', again: 'HL7 messages were refused again' },
    )

  async function acknowledge(message: Buffer, address: string): Promise<string> {
    let header: Header | null = null
    try {
      header = headerOf(message.toString('latin1'))
      const verdict = await takers.findLast((one) => one.takes(header!))!.take(message, header, address)
      if (verdict.code === 'AR') noteRefused(address, verdict.reason)
      return acknowledgement(header, verdict)
    } catch (error) {
      if (!(error instanceof Hl7Refusal)) throw error
      noteRefused(address, error.message)
      return acknowledgement(header, { code: error.code, reason: error.message })
    }
  }

  return async (frame, address) => {
    const { messages, isBatch } = messagesIn(frame)
    if (messages.length > mostMessages) throw new Error('too many messages in one frame')
    const answers: string[] = []
    for (const message of messages) answers.push(await acknowledge(message, address))
    return isBatch ? [batchOf(answers)] : answers
  }
}
