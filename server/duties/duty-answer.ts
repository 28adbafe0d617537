import type { Duty } from '@eupnea/contract/duties.ts'
import type { selectDuties } from './duties.sql.ts'

type Row = Awaited<ReturnType<typeof selectDuties>>[number]

export const dutyAnswer = ({ since, until, ...row }: Row): Duty => ({
  ...row,
  since: since.toString(),
  until: until.toString(),
})
