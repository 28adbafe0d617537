import { m } from '@eupnea/texts'
import { Hl7Message, type Hl7Segment } from '@medplum/core'

/** HL7 v2 messages as texts and fields (EH-5). */

/** Why a message is refused. AE: because of its content; AR: it isn't for us. The reason names no one. */
export class Hl7Refusal extends Error {
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
  /** HL7's name for the character set, as the message has it */
  readonly charset: string
  /** MSH-7 */
  readonly sentAt: string
}

/** HL7 table 0211. A message that names none is UTF-8 if it's valid as such, otherwise Windows-1252. */
const decoders: Readonly<Record<string, string>> = {
  '': 'utf-8',
  ASCII: 'utf-8',
  UNICODE: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  'UTF-8': 'utf-8',
  // Many Windows programs say this but mean Windows-1252, which has the same letters.
  '8859/1': 'windows-1252',
  '8859/2': 'iso-8859-2',
  '8859/5': 'iso-8859-5',
  '8859/7': 'iso-8859-7',
  '8859/9': 'iso-8859-9',
  '8859/15': 'iso-8859-15',
}

/** @throws Hl7Refusal for an unknown character set, or bytes that aren't valid in it */
export function textOf(bytes: Buffer): string {
  // MSH is ASCII in every character set of the table.
  const { charset } = headerOf(bytes.toString('latin1'))
  if (decoders[charset.toUpperCase()] === undefined) throw new Hl7Refusal('AE', m.hl7_reason_charset())
  const text = decoded(bytes, charset)
  if (text !== undefined) return text
  if (charset === '') return inWindows(bytes)
  throw new Hl7Refusal('AE', m.hl7_reason_bytes())
}

/** undefined: the bytes aren't valid in the character set */
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

/** The segments of one or more messages. Their names are ASCII, whatever else they contain. */
export const linesOf = (bytes: Buffer): string[] => plainBreaks(bytes.toString('latin1')).split('\r')

/** The messages in one frame: usually one, sometimes a batch, or several in a row. */
export function messagesIn(bytes: Buffer): { readonly messages: Buffer[]; readonly isBatch: boolean } {
  const lines = linesOf(bytes)
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

/** @throws Hl7Refusal if it isn't HL7 v2 */
export function headerOf(text: string): Header {
  const line = plainBreaks(text).split('\r', 1)[0] ?? ''
  // MSH-1 and MSH-2 define the separators.
  if (!/^MSH([^\w\s])([^\w\s]{3,5})\1/.test(line)) throw new Hl7Refusal('AR', m.hl7_reason_header())
  const header = segmentsOf(line).of('MSH')!
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
  // PostgreSQL refuses NUL, even in what it is asked to look for.
  if (Object.values(read).some((value) => value.includes('\0'))) throw new Hl7Refusal('AR', m.hl7_reason_header())
  return read
}

/**
 * @param component counted from 1; its first subcomponent is read
 * @param repetition counted from 0
 * @returns the text without escapes; `""`, which means no value, stays as it is
 */
export type Read = (field: number, component?: number, repetition?: number) => string

export interface Segments {
  /** the first of that name, if there is one */
  of(name: string): Read | undefined
  all(name: string): Read[]
  /** how often a field is repeated */
  repetitions(name: string, field: number): number
  /** every part of the field, in all segments of that name: systems differ in where they put an identifier */
  identifiers(name: string, field: number): string[]
  /** each segment of that name with those that follow it, up to the next of that name */
  groups(name: string): Segments[]
}

export interface Message extends Segments {
  readonly header: Header
}

/** @throws Hl7Refusal */
export const messageOf = (text: string): Message => ({ header: headerOf(text), ...segmentsOf(text) })

/** @throws Hl7Refusal */
export function segmentsOf(text: string): Segments {
  let message: Hl7Message
  try {
    message = Hl7Message.parse(plainBreaks(text))
  } catch {
    throw new Hl7Refusal('AE', m.hl7_reason_header())
  }
  return segmentsIn(message, message.segments)
}

function segmentsIn(message: Hl7Message, segments: readonly Hl7Segment[]): Segments {
  const plain = plainIn(message)
  const named = (name: string) => segments.filter((segment) => segment.name === name)
  const all = (name: string) =>
    named(name).map(
      (segment): Read =>
        (field, component = 1, repetition = 0) =>
          plain(segment.getField(field)?.getComponent(component, 0, repetition) ?? '').trim(),
    )
  return {
    of: (name) => all(name)[0],
    all,
    repetitions: (name, field) => named(name)[0]?.getField(field)?.components.length ?? 0,
    identifiers: (name, field) =>
      named(name)
        .flatMap((segment) => segment.getField(field)?.components.flat() ?? [])
        .flatMap((component) => component.split(message.context.subcomponentSeparator).map(plain))
        .filter(Boolean),
    groups(name) {
      const begins = named(name).map((segment) => segments.indexOf(segment))
      return begins.map((begin, nth) => segmentsIn(message, segments.slice(begin, begins[nth + 1])))
    },
  }
}

/** Returns a function that resolves the message's escapes. */
function plainIn(message: Hl7Message): (text: string) => string {
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
  const sign = RegExp.escape(escapeCharacter)
  const escaped = new RegExp(`${sign}([FSRET]|\\.br|X(?:[0-9A-Fa-f]{2})+|[^${sign}]{1,20})${sign}`, 'g')
  return (text) =>
    text.replaceAll(escaped, (_all, code: string) =>
      code.startsWith('X') ? hex(code.slice(1)) : (escapes[code] ?? ''),
    )
}
