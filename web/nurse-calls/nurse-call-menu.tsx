import type { NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { ActItem, ActMenu } from '../shared/act-menu.tsx'
import { IconActivity, IconListSearch, IconTrash } from '../shared/icons.tsx'

const acts = {
  test: { label: m.webhook_test, Icon: IconActivity },
  deliveries: { label: m.webhook_deliveries, Icon: IconListSearch },
  delete: { label: m.common_delete, Icon: IconTrash },
} as const
export type NurseCallAct = keyof typeof acts

interface NurseCallMenuProps {
  readonly nurseCall: NurseCall
  readonly onAct: (nurseCall: NurseCall, act: NurseCallAct) => void
}

/** What can be done with a nurse call system (EH-5). */
export const NurseCallMenu = ({ nurseCall, onAct }: NurseCallMenuProps) => (
  <ActMenu label={m.common_actions_label({ name: nurseCall.name })}>
    {(Object.keys(acts) as NurseCallAct[]).map((act) => {
      const { label, Icon } = acts[act]
      return (
        <ActItem key={act} Icon={Icon} isDanger={act === 'delete'} onClick={() => onAct(nurseCall, act)}>
          {label()}
        </ActItem>
      )
    })}
  </ActMenu>
)
