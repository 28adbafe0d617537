import { type NurseCall, tryNurseCall } from '@eupnea/contract/nurse-calls.ts'
import { m } from '@eupnea/texts'
import { TryReceiver } from '../shared/receivers/try-receiver.tsx'

interface TryNurseCallProps {
  readonly of: NurseCall
  readonly onClose: () => void
}

/** Sends a heartbeat and says what was answered (EH-5). */
export const TryNurseCall = ({ of: { id, name }, onClose }: TryNurseCallProps) => (
  <TryReceiver
    call={tryNurseCall}
    id={id}
    title={m.nurse_call_test_title({ name })}
    help={m.nurse_call_test_help()}
    verdictOf={({ accepted, code }) => {
      if (code === null) return null
      return accepted ? m.nurse_call_test_accepted({ code }) : m.nurse_call_test_refused({ code })
    }}
    onClose={onClose}
  />
)
