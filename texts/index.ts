export { m } from '#messages'
export type { LocalizedString as Text, MessagePart as TextPart } from './compiled/typed/runtime.js'
