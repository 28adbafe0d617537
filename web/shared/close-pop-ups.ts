import { notifications, notificationsStore } from '@mantine/notifications'

/** Closes all pop-ups. One by one, so that each one's onClose runs, which `clean` skips. */
export function closePopUps(): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id)
}
