/**
 * Loaded before a process by NODE_OPTIONS: from CLOCK_FROM on (ms since the epoch) its clock goes CLOCK_SPEED times as
 * fast. PostgreSQL's clock and timers go on as ever.
 */
const realNow = Date.now
const from = Number(process.env.CLOCK_FROM)
const speed = Number(process.env.CLOCK_SPEED)
Date.now = () => Math.floor(from + (realNow() - from) * speed)
