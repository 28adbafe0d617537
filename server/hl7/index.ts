export { acknowledgement, escaped, type Verdict } from './acknowledgement.ts'
export type { Hl7Taker } from './answers.ts'
export {
  type Header,
  Hl7Refusal,
  headerOf,
  linesOf,
  type Message,
  messageOf,
  type Read,
  type Segments,
  segmentsOf,
  textOf,
} from './message.ts'
export { encodeMllp, mllpDecoder } from './mllp.ts'
export { startHl7 } from './start-hl7.ts'
