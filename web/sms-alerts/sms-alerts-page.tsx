export function SmsAlertsPage() {
  return null
}
