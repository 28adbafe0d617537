import { notifications, notificationsStore } from '@mantine/notifications'

/** Closes everything that has popped up. One by one: each is told that it closes, which `clean` leaves out. */
export function closePopUps(): void {
  const { notifications: shown, queue } = notificationsStore.getState()
  for (const { id } of [...shown, ...queue]) if (id) notifications.hide(id)
}
