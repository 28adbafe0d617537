import { getPriority, setPriority } from 'node:os'

const priority = 10

/** Lowers the priority of the thread that calls it. */
export function letOthersFirst(): void {
  // On Linux each thread has its own priority; elsewhere this would slow down the whole portal. A portal that was
  // started with a lower one (`nice`, `Nice=`) may not raise it, unless it runs as root.
  if (process.platform === 'linux' && getPriority() < priority) setPriority(priority)
}
