import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { silence } from './sounder.ts'

/** Stops the tones of the dangers that are open now, for two minutes (AN-2). */
export const SilenceButton = () => (
  <Button size="compact-sm" variant="default" onClick={silence}>
    {m.notification_silence()}
  </Button>
)
