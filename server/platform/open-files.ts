/** How many files and connections the system lets this process have open. */
export function mostOpenFiles(): number {
  // Otherwise the report would ask for the names of all peers.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files.soft
  return typeof soft === 'number' ? soft : 20_000
}
