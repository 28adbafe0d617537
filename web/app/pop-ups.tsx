import { Notifications } from '@mantine/notifications'

export const PopUps = () => <Notifications position="bottom-right" limit={5} zIndex={400} />
