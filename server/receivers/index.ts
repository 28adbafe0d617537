export { receiverKind } from './receiver-kind.ts'
