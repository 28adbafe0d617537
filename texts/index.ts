export { m } from '#messages'
export type { LocalizedString as Text } from './compiled/whole/runtime.js'
