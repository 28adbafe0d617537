import { nameFields } from '@eupnea/contract/resident-name.ts'
import { type Logger, pino } from 'pino'

export type Log = Logger

/**
 * JSON lines on stderr (stdout carries the ready line). Secrets and names are never logged; the list below is a safety
 * net.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          'password',
          'token',
          'key',
          ...nameFields,
          'authorization',
          '*.password',
          '*.token',
          '*.key',
          // where a database quotes the row it refuses
          'err.detail',
          'err.where',
        ],
        censor: '[hidden]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  )
}
