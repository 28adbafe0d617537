import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconPrinter } from '../icons.tsx'
import { printPage } from '../print.ts'
import { sayFailed } from '../say-done.tsx'
import { mostOnPaper } from './use-rows-on-paper.ts'

/** What the browser itself would print is only what is shown. */
export function PrintAll({ total }: { readonly total: number }) {
  const [isPending, setPending] = useState(false)
  const count = numberText(Math.min(total, mostOnPaper))
  async function printAll() {
    setPending(true)
    await printPage().catch(sayFailed)
    setPending(false)
  }
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={isPending}
      leftSection={<IconPrinter size={16} stroke={1.8} aria-hidden />}
      onClick={() => void printAll()}
    >
      {total > mostOnPaper ? m.common_print_first({ count }) : m.common_print_all({ count })}
    </Button>
  )
}
