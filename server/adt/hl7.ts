import { createHash } from 'node:crypto'
import { m } from '@eupnea/texts'
import { Hl7Message, type Hl7Segment } from '@medplum/core'

/** HL7 v2 messages as texts and fields. */

/** Why a message isn't taken: AE: its content; AR: it isn't for us. The reason names nobody. */
export class AdtRefusal extends Error {
  readonly code: 'AE' | 'AR'

  constructor(code: 'AE' | 'AR', reason: string) {
    super(reason)
    this.code = code
  }
}

export interface Header {
  readonly application: string
  /** MSH-4, the sending facility */
  readonly sender: string
  readonly receiver: string
  /** ADT */
  readonly type: string
  /** A01 */
  readonly event: string
  readonly controlId: string
  readonly version: string
  /** HL7's name of the character set, as the message says it */
  readonly charset: string
  /** MSH-7 */
  readonly sentAt: string
}

/** HL7 table 0211; what a message leaves open is UTF-8 if it can be, or else the first of ISO 8859. */
const decoders: Readonly<Record<string, string>> = {
  '': 'utf-8',
  ASCII: 'utf-8',
  UNICODE: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  'UTF-8': 'utf-8',
  // Many Windows programs say so and mean their own character set; it has the same letters.
  '8859/1': 'windows-1252',
  '8859/2': 'iso-8859-2',
  '8859/5': 'iso-8859-5',
  '8859/7': 'iso-8859-7',
  '8859/9': 'iso-8859-9',
  '8859/15': 'iso-8859-15',
}

/** @throws AdtRefusal for an unknown character set, or bytes that aren't of it */
export function textOf(bytes: Buffer): string {
  // MSH is of ASCII in every set of the table.
  const { charset } = headerOf(bytes.toString('latin1'))
  if (decoders[charset.toUpperCase()] === undefined) throw new AdtRefusal('AE', m.adt_reason_charset())
  const text = decoded(bytes, charset)
  if (text !== undefined) return text
  if (charset === '') return inWindows(bytes)
  throw new AdtRefusal('AE', m.adt_reason_bytes())
}

/** undefined: the bytes aren't of the character set */
function decoded(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(decoders[charset.toUpperCase()], { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const inWindows = (bytes: Buffer): string => new TextDecoder('windows-1252').decode(bytes)

/** Segments end with CR; some senders use other line breaks. */
const plainBreaks = (text: string): string => text.replaceAll(/\r\n?|\n/g, '\r').trim()

/** What a message says, by which it is known when it comes again: some senders write a new MSH-7 then. */
export const digestOf = ({ event }: Pick<Header, 'event'>, bytes: Buffer): Buffer =>
  createHash('sha256')
    .update(`${event}\r`)
    .update(plainBreaks(bytes.toString('latin1')).split('\r').slice(1).join('\r'), 'latin1')
    .digest()

/** The messages in one frame: mostly one, or those of a batch, or several one after the other. */
export function messagesIn(bytes: Buffer): { readonly messages: Buffer[]; readonly isBatch: boolean } {
  const lines = plainBreaks(bytes.toString('latin1')).split('\r')
  const isBatch = /^[FB]HS/.test(lines[0] ?? '')
  if (!isBatch && !lines.some((line, at) => at > 0 && line.startsWith('MSH'))) return { messages: [bytes], isBatch }
  const messages: string[][] = []
  for (const line of lines) {
    if (/^([FB]HS|[FB]TS)/.test(line)) continue
    if (line.startsWith('MSH') || messages.length === 0) messages.push([])
    messages.at(-1)!.push(line)
  }
  return { messages: messages.map((of) => Buffer.from(of.join('\r'), 'latin1')), isBatch }
}

/** @throws AdtRefusal for what isn't HL7 v2 */
export function headerOf(text: string): Header {
  const line = plainBreaks(text).split('\r', 1)[0] ?? ''
  // MSH-1 and MSH-2 say what separates the rest.
  if (!/^MSH([^\w\s])([^\w\s]{3,5})\1/.test(line)) throw new AdtRefusal('AR', m.adt_reason_header())
  const header = partsOf(Hl7Message.parse(line), 'MSH')!
  const read = {
    application: header(3),
    sender: header(4),
    receiver: header(6),
    sentAt: header(7),
    type: header(9),
    event: header(9, 2),
    controlId: header(10),
    version: header(12),
    charset: header(18),
  }
  // The database takes no such text, not even to look for it.
  if (Object.values(read).some((value) => value.includes('\0'))) throw new AdtRefusal('AR', m.adt_reason_header())
  return read
}

/**
 * @param component from 1, of which the first subcomponent is read
 * @param repetition from 0
 * @returns the text, without escapes; `""` stays, it means none
 */
export type Read = (field: number, component?: number, repetition?: number) => string

export interface Segments {
  /** the first of that name; undefined: there is none */
  of(name: string): Read | undefined
  count(name: string): number
  /** how often a field is repeated */
  repetitions(name: string, field: number): number
}

/** @throws AdtRefusal */
export function segmentsOf(text: string): Segments {
  let message: Hl7Message
  try {
    message = Hl7Message.parse(plainBreaks(text))
  } catch {
    throw new AdtRefusal('AE', m.adt_reason_header())
  }
  return {
    of: (name) => partsOf(message, name),
    count: (name) => message.getAllSegments(name).length,
    repetitions: (name, field) => message.getSegment(name)?.getField(field)?.components.length ?? 0,
  }
}

function partsOf(message: Hl7Message, name: string): Read | undefined {
  const segment: Hl7Segment | undefined = message.getSegment(name)
  if (!segment) return undefined
  const { fieldSeparator, componentSeparator, repetitionSeparator, escapeCharacter, subcomponentSeparator } =
    message.context
  const escapes: Readonly<Record<string, string>> = {
    F: fieldSeparator,
    S: componentSeparator,
    R: repetitionSeparator,
    E: escapeCharacter,
    T: subcomponentSeparator,
    '.br': ' ',
  }
  const hex = (code: string) => {
    const bytes = Buffer.from(code, 'hex')
    return decoded(bytes, message.getSegment('MSH')?.getField(18)?.getComponent(1, 0) ?? '') ?? inWindows(bytes)
  }
  const plain = (text: string) =>
    text.replaceAll(/\\([FSRET]|\.br|X(?:[0-9A-Fa-f]{2})+|[^\\]{1,20})\\/g, (_all, code: string) =>
      code.startsWith('X') ? hex(code.slice(1)) : (escapes[code] ?? ''),
    )
  return (field, component = 1, repetition = 0) =>
    plain(segment.getField(field)?.getComponent(component, 0, repetition) ?? '').trim()
}
