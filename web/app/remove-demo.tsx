import { type Clinic, removeDemo } from '@eupnea/contract/clinics.ts'
import { Button, Group, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { describeError, useSend } from '../shared/api.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { queryClient } from '../shared/query.ts'

/** Asks, naming what goes, and removes the demonstration clinic. */
export function RemoveDemo({ clinic, onClose }: { readonly clinic: Clinic; readonly onClose: () => void }) {
  const removal = useSend(removeDemo, {
    onSuccess: async () => {
      chooseClinic(null)
      await queryClient.invalidateQueries()
      notifications.show({ title: 'Success', message: `${clinic.name} was removed`, color: 'brand' })
      onClose()
    },
    onError: (error) => notifications.show({ color: 'red', ...describeError(error) }),
  })
  return (
    <Modal opened onClose={onClose} title={`Remove ${clinic.name}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p>
        This removes the demonstration facility with all its residents, simulated sensors and values. It cannot be
        undone. Other facilities are not touched.
      </p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" loading={removal.isPending} onClick={() => removal.mutate({ clinic_id: clinic.id })}>
          Remove {clinic.name}
        </Button>
      </Group>
    </Modal>
  )
}
