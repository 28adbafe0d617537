export function InventoryPage() {
  return null
}
