/**
 * Server settings for one small machine that writes day and night. A commit is on disk before it is acknowledged; the
 * portal already groups many readings into one commit, so PostgreSQL itself doesn't need to wait for more (commit_delay
 * 0, its default). `overrides` take precedence.
 */
export function listSettings(walCompression: string, overrides: Record<string, string> = {}): Record<string, string> {
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // On macOS only this method reaches the disk itself and not just the drive's cache.
    ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
    max_connections: '60',
    // A backup, a restore and a person's data export lock every day partition of readings and minutes, for all years.
    max_locks_per_transaction: '256',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    // Data is on flash nearly everywhere, where random reads cost hardly more than sequential ones.
    random_page_cost: '1.1',
    effective_io_concurrency: '32',
    jit: 'off',
    // Few checkpoints, because the first change of a page after each one writes the whole page to the log.
    checkpoint_timeout: '15min',
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    wal_compression: walCompression,
    // A continuous backup that has stopped must not fill the disk: it copies everything again.
    max_slot_wal_keep_size: '4GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // The portal's log adds the time.
    log_line_prefix: '',
    // Neither statements nor the values they failed on, because both may contain residents' data. The caller gets them
    // anyway.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    cluster_name: 'eupnea',
    ...overrides,
  }
}

/** Settings as arguments of PostgreSQL's command line. */
export function settingArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
