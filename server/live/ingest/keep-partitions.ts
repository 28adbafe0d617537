import type { IngestOptions } from './ingest-shapes.ts'
import { partitionDays } from './partition-days.ts'
import { keepPartitions } from './partitions.sql.ts'

const lockNotAvailable = '55P03'

/** @returns a function that creates the partitions of the days to come and drops those that are kept no longer */
export const createPartitionKeeper =
  ({ pool, retention, log }: Pick<IngestOptions, 'pool' | 'retention' | 'log'>) =>
  async (): Promise<void> => {
    try {
      await keepPartitions(pool, partitionDays(Temporal.Now.plainDateISO('UTC'), retention))
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      log.warn('ingest: a backup or a download locks the partitions; trying again within the hour')
    }
  }
