import { nurseCalls } from './nurse-call-kind.ts'

export const listNurseCalls = nurseCalls.list
