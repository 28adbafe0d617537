import { nurseCalls } from './nurse-call-kind.ts'

export const deleteNurseCall = nurseCalls.remove
