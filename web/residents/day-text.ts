import { dateText } from '../shared/time.ts'

/** `2 Mar 1941`: dates of the record are calendar days, so they are read in UTC. @param date `1941-03-02` */
export const dayText = (date: string): string => dateText(`${date.slice(0, 10)}T00:00:00Z`, 'UTC')
