/**
 * Server settings for one small machine that records day and night. A commit is on the disk before it is
 * acknowledged; the portal gathers many readings into one commit, so PostgreSQL itself need not wait for more
 * (commit_delay 0, its default). What stands in `overrides` wins.
 */
export function listSettings(walCompression: string, overrides: Record<string, string> = {}): Record<string, string> {
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // On macOS only this one reaches the disk itself rather than the drive's cache.
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
    max_connections: '60',
    // A backup, a restore and a copy of a person's data hold each day of readings and minutes, of all years.
    max_locks_per_transaction: '256',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    // The data is on flash nearly everywhere, where a random read costs hardly more than the next one in sequence.
    random_page_cost: '1.1',
    effective_io_concurrency: '32',
    jit: 'off',
    // Few checkpoints, as the first change of a page after each writes the whole page to the log.
    checkpoint_timeout: '15min',
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    wal_compression: walCompression,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // The portal's log adds the time itself.
    log_line_prefix: '',
    // Neither statements nor the values they failed on: both may tell about residents. The caller gets them anyway.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    cluster_name: 'eupnea',
    ...overrides,
  }
}

/** Settings as PostgreSQL's command line takes them. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
