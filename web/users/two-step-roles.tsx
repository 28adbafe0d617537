import { type Role, roles } from '@eupnea/contract/access.ts'
import { readTwoStepRoles, saveTwoStepRoles } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '../shared/api.ts'
import { FormDialog } from '../shared/form/form-dialog.tsx'
import { Answer } from '../shared/panel.tsx'
import { sayDone } from '../shared/say-done.tsx'

/** The roles whose people have to sign in in two steps (DO-5). */
export function TwoStepRoles({ onClose }: { readonly onClose: () => void }) {
  const query = useCall(readTwoStepRoles, {}, { gcTime: 0 })
  const [chosen, setChosen] = useState<readonly Role[] | null>(null)
  const saving = useSend(saveTwoStepRoles, {
    invalidates: [readTwoStepRoles],
    onClose,
    onSuccess: () => sayDone(m.two_step_roles_done()),
  })
  const value = chosen ?? query.data?.roles ?? []
  return (
    <FormDialog
      title={m.two_step_roles_title()}
      act={m.two_step_roles_save()}
      error={saving.error}
      isPending={saving.isPending}
      onAct={() => query.data && saving.mutate({ roles: [...value] })}
      onClose={onClose}
    >
      <Answer query={query} label={m.common_loading()} isEmpty={() => false} empty={null}>
        {() => (
          <Checkbox.Group
            label={m.two_step_roles_label()}
            description={m.two_step_roles_help()}
            value={[...value]}
            onChange={(next) => setChosen(roles.filter((role) => next.includes(role)))}
          >
            <Stack gap="xs" mt="sm">
              {roles.map((role) => (
                <Checkbox key={role} value={role} label={role} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Answer>
    </FormDialog>
  )
}
