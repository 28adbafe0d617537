import type { NurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { Menu } from '@mantine/core'
import { IconActivity, IconDots, IconListSearch, IconTrash } from '../shared/icons.tsx'
import tableStyles from '../shared/table/table.module.css'

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
  <Menu position="bottom-end" width={210} withInitialFocusPlaceholder={false}>
    <Menu.Target>
      <button
        type="button"
        className={tableStyles.tableAct}
        aria-label={m.common_actions_label({ name: nurseCall.name })}
      >
        <IconDots size={18} stroke={1.8} aria-hidden />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      {(Object.keys(acts) as NurseCallAct[]).map((act) => {
        const { label, Icon } = acts[act]
        return (
          <Menu.Item
            key={act}
            leftSection={<Icon size={16} aria-hidden />}
            c={act === 'delete' ? 'var(--danger)' : undefined}
            onClick={() => onAct(nurseCall, act)}
          >
            {label()}
          </Menu.Item>
        )
      })}
    </Menu.Dropdown>
  </Menu>
)
