export function EhrImportPage() {
  return null
}
