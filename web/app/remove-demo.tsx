import { type Clinic, removeDemo } from '@eupnea/contract/clinics.ts'
import { m } from '@eupnea/texts'
import { Button, Group, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { describeError, useSend } from '../shared/api.ts'
import { chooseClinic } from '../shared/clinic.ts'
import { queryClient } from '../shared/query.ts'

/** Says what will be deleted, then removes the demo clinic. */
export function RemoveDemo({ clinic, onClose }: { readonly clinic: Clinic; readonly onClose: () => void }) {
  const removal = useSend(removeDemo, {
    onClose,
    onSuccess: async () => {
      chooseClinic(null)
      await queryClient.invalidateQueries()
      notifications.show({
        title: m.common_success_title(),
        message: m.app_demo_remove_done({ clinic: clinic.name }),
        color: 'brand',
      })
    },
    onError: (error) => notifications.show({ color: 'red', ...describeError(error) }),
  })
  return (
    <Modal opened onClose={onClose} title={m.app_demo_remove_question({ clinic: clinic.name })}>
      <p>{m.app_demo_remove_effect()}</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.common_cancel()}
        </Button>
        <Button color="red" loading={removal.isPending} onClick={() => removal.mutate({ clinic_id: clinic.id })}>
          {m.common_remove_label({ what: clinic.name })}
        </Button>
      </Group>
    </Modal>
  )
}
