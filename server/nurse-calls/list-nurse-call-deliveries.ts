import { nurseCalls } from './nurse-call-kind.ts'

export const listNurseCallDeliveries = nurseCalls.listDeliveries
